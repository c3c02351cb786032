/** Digests are hexadecimal text in the program and 32 bytes in the database. */
export const digestBytes = (hex: string): Uint8Array => Buffer.from(hex, 'hex')

export const digestHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
