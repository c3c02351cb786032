import { sha256 } from './sha256.ts'

const DIGITS = 16

/** Names a master key without telling it: the beginning of its SHA-256. Stored secrets and contents have this name. */
export const masterKeyId = (key: Uint8Array): string => sha256(key).slice(0, DIGITS)
