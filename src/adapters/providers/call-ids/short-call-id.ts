import { createHash } from 'node:crypto'

/** 128 bits, so that no two calls of a conversation get one id. */
const HASH_CHARS = 32

/** An id of a call that every provider takes: the same one for the same long id, in every turn. */
export const shortCallId = (id: string): string =>
  `call_${createHash('sha256').update(id).digest('hex').slice(0, HASH_CHARS)}`
