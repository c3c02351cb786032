/**
 * Ids of ledger rows come from the operation id, so that the same operation always names the same rows:
 * the hold and its charge carry the operation id itself, its write-off carries the id with the version
 * nibble 8 (RFC 9562: "custom"), which no generated UUIDv7 can collide with.
 */
export const writeoffIdOf = (operationId: string): string => `${operationId.slice(0, 14)}8${operationId.slice(15)}`
