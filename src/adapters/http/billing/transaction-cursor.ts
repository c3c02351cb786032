import { type Either, left, right } from 'fp-ts/lib/Either.js'

export type CursorFailure = { readonly tag: 'invalid_cursor' }

const POSITION = /^t([1-9]\d{0,18})$/
const LARGEST = 2n ** 63n - 1n

/** A place in the list of transactions, as clients carry it: opaque, and of one spelling only. */
export const writeTransactionCursor = (position: bigint): string => Buffer.from(`t${position}`).toString('base64url')

export const readTransactionCursor = (cursor: string): Either<CursorFailure, bigint> => {
  const [, digits] = POSITION.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (digits === undefined || BigInt(digits) > LARGEST || writeTransactionCursor(BigInt(digits)) !== cursor) {
    return left({ tag: 'invalid_cursor' })
  }
  return right(BigInt(digits))
}
