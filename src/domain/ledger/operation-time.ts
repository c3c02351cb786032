/**
 * When an operation began, in milliseconds since the epoch. Its id is a UUIDv7, whose first 48 bits say it: lists,
 * filters and sums all go by this moment, so that they agree about which hour an operation belongs to.
 */
export const startOf = (operationId: string): number =>
  Number.parseInt(operationId.slice(0, 8) + operationId.slice(9, 13), 16)

/** The smallest id that an operation can have which began at `atMs` or later. */
export const firstIdAt = (atMs: number): string => {
  const time = atMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-0000-0000-000000000000`
}
