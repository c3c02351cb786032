import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { InvalidCursor } from './position-cursor.ts'

/** How the id at which a page begins is encoded for clients and decoded again. */
interface IdCursor {
  readonly write: (id: string) => string
  readonly read: (cursor: string) => Either<InvalidCursor, string>
}

const CURSOR = /^([a-z])([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/

/** Opaque, with one spelling only. Each list has its own prefix, so that no list accepts a cursor of another. */
export const idCursor = (prefix: string): IdCursor => {
  const write = (id: string): string => Buffer.from(`${prefix}${id}`).toString('base64url')
  const read = (cursor: string): Either<InvalidCursor, string> => {
    const [, list, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
    return list !== prefix || id === undefined || write(id) !== cursor ? left({ tag: 'invalid_cursor' }) : right(id)
  }
  return { write, read }
}
