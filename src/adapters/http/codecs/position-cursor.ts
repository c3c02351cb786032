import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'

export interface InvalidCursor {
  readonly tag: 'invalid_cursor'
}

/** How a position in a list is encoded for clients and decoded again. */
interface PositionCursor {
  readonly write: (position: bigint) => string
  readonly read: (cursor: string) => Either<InvalidCursor, bigint>
}

const POSITION = /^([a-z])([1-9]\d{0,18})$/
const MAX_POSITION = 2n ** 63n - 1n

/** Opaque, with one spelling only. Each list has its own prefix, so that no list accepts a cursor of another. */
export const positionCursor = (prefix: string): PositionCursor => {
  const write = (position: bigint): string => Buffer.from(`${prefix}${position}`).toString('base64url')
  const read = (cursor: string): Either<InvalidCursor, bigint> => {
    const [, list, digits] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
    if (list !== prefix || digits === undefined || BigInt(digits) > MAX_POSITION || write(BigInt(digits)) !== cursor) {
      return left({ tag: 'invalid_cursor' })
    }
    return right(BigInt(digits))
  }
  return { write, read }
}
