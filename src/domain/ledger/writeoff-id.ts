/**
 * The id of the write-off of an operation. The ids of ledger rows come from the operation id, so that the same
 * operation always names the same rows: the hold and its charge have the operation id itself, the write-off has it with
 * the version nibble 8 (RFC 9562: "custom"), which no generated UUIDv7 has.
 */
export const writeoffIdOf = (operationId: string): string => `${operationId.slice(0, 14)}8${operationId.slice(15)}`
