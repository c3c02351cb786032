import { type Either, left, right } from 'fp-ts/lib/Either.js'

export interface InvalidCursor {
  readonly tag: 'invalid_cursor'
}

/** How a place in a list is given to clients and taken back. */
export interface PositionCursor {
  readonly write: (position: bigint) => string
  readonly read: (cursor: string) => Either<InvalidCursor, bigint>
}

const POSITION = /^([a-z])([1-9]\d{0,18})$/
const LARGEST = 2n ** 63n - 1n

/** Opaque, and of one spelling only. The letter is the list's own, so that no list takes a cursor of another. */
export const positionCursor = (letter: string): PositionCursor => {
  const write = (position: bigint): string => Buffer.from(`${letter}${position}`).toString('base64url')
  const read = (cursor: string): Either<InvalidCursor, bigint> => {
    const [, list, digits] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
    if (list !== letter || digits === undefined || BigInt(digits) > LARGEST || write(BigInt(digits)) !== cursor) {
      return left({ tag: 'invalid_cursor' })
    }
    return right(BigInt(digits))
  }
  return { write, read }
}
