import { randomBytes } from 'node:crypto'

/** 256 bits from the system's secure source. */
export const randomSecret = (): Uint8Array => randomBytes(32)
