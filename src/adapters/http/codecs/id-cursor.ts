import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { isUuid } from '../../../domain/uuid.ts'
import type { InvalidCursor } from './position-cursor.ts'

/** How the id at which a page begins is encoded for clients and decoded again. */
interface IdCursor {
  readonly write: (id: string) => string
  readonly read: (cursor: string) => Either<InvalidCursor, string>
}

/** Opaque, with one spelling only. Each list has its own prefix, so that no list accepts a cursor of another. */
export const idCursor = (prefix: string): IdCursor => {
  const write = (id: string): string => Buffer.from(`${prefix}${id}`).toString('base64url')
  const read = (cursor: string): Either<InvalidCursor, string> => {
    const id = Buffer.from(cursor, 'base64url').toString('latin1').slice(prefix.length)
    // Written again, it is the same cursor only with the prefix of this list.
    return isUuid(id) && write(id) === cursor ? right(id) : left({ tag: 'invalid_cursor' })
  }
  return { write, read }
}
