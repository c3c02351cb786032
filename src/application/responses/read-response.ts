import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { itemsOf, parseResponseId } from '../../domain/responses/stored-response.ts'
import type { Exchange, ResponseItem, StoredResponse } from '../../domain/responses/stored-response.ts'
import type { ContentSealing } from '../ports/secrets/content-sealing.ts'
import { oldestKept, sealingOf } from './keeping.ts'
import type { HoldBytes, KeepingDeps, Overloaded } from './keeping.ts'
import { unsealExchange } from './sealed-exchange.ts'

/** Unknown, foreign, deleted, expired and misspelt ids look the same. */
interface ResponseNotFound {
  readonly tag: 'not_found'
  readonly message: string
}

const NOT_FOUND = left<ResponseNotFound>({ tag: 'not_found', message: 'There is no such response.' })

interface Found {
  readonly stored: StoredResponse
  readonly sealing: ContentSealing
}

const findOwn = async (
  deps: KeepingDeps<'find'>,
  userId: string,
  responseId: string,
): Promise<Either<ResponseNotFound, Found>> => {
  const sealing = sealingOf(deps.keeping)
  const id = parseResponseId(responseId)
  if (sealing === null || id === null) return NOT_FOUND
  const stored = await deps.storedResponses.find({ userId, id }, oldestKept(deps))
  return stored === null ? NOT_FOUND : right({ stored, sealing })
}

export type ReadResponse = (
  userId: string,
  responseId: string,
  holdBytes: HoldBytes,
) => Promise<Either<ResponseNotFound | Overloaded, Exchange['response']>>

/** A stored response as its client got it. */
export const readResponse =
  (deps: KeepingDeps<'find'>): ReadResponse =>
  async (userId, responseId, holdBytes) => {
    const found = await findOwn(deps, userId, responseId)
    if (isLeft(found)) return found
    const { stored, sealing } = found.right
    if (!holdBytes(stored.sealed.bytes.length)) return left({ tag: 'overloaded' })
    return right(unsealExchange(sealing, stored).response)
  }

export type ReadInputItems = (
  userId: string,
  responseId: string,
  holdBytes: HoldBytes,
) => Promise<Either<ResponseNotFound | Overloaded, readonly ResponseItem[]>>

/** All that a stored response answered, oldest first: the items of the responses before it and of its own request. */
export const readInputItems =
  (deps: KeepingDeps<'find' | 'chain'>): ReadInputItems =>
  async (userId, responseId, holdBytes) => {
    const found = await findOwn(deps, userId, responseId)
    if (isLeft(found)) return found
    if (!holdBytes(found.right.stored.chain.bytes)) return left({ tag: 'overloaded' })
    const { stored, sealing } = found.right
    const { previousId } = stored
    const before = previousId === null ? [] : await deps.storedResponses.chain({ userId, id: previousId })
    // Its account may have been deleted since.
    if (before.length + 1 !== stored.chain.responses) return NOT_FOUND
    const items = itemsOf(before.map((response) => unsealExchange(sealing, response)))
    return right([...items, ...unsealExchange(sealing, stored).input])
  }

export type DeleteResponse = (userId: string, responseId: string) => Promise<Either<ResponseNotFound, string>>

/** Deletes a stored response and answers its id. Responses that continue it keep what they were answered from. */
export const deleteResponse =
  (deps: KeepingDeps<'delete'>): DeleteResponse =>
  async (userId, responseId) => {
    const id = parseResponseId(responseId)
    if (id === null) return NOT_FOUND
    const at = new Date(deps.clock.now())
    return (await deps.storedResponses.delete({ userId, id }, oldestKept(deps), at)) ? right(id) : NOT_FOUND
  }
