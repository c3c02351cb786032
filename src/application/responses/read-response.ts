import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { itemsOf, parseResponseId } from '../../domain/responses/stored-response.ts'
import type { Exchange, ResponseItem } from '../../domain/responses/stored-response.ts'
import { oldestKept, sealingOf } from './keeping.ts'
import type { ChainDeps, HoldBytes, KeepingDeps, Overloaded } from './keeping.ts'
import { sealedBytes, unsealChain, unsealResponse } from './sealed-exchange.ts'

/** Unknown, foreign, deleted, expired and misspelt ids look the same. */
interface ResponseNotFound {
  readonly tag: 'not_found'
  readonly message: string
}

const NOT_FOUND = left<ResponseNotFound>({ tag: 'not_found', message: 'There is no such response.' })

export type ReadResponse = (
  userId: string,
  responseId: string,
  holdBytes: HoldBytes,
) => Promise<Either<ResponseNotFound | Overloaded, Exchange['response']>>

/** A stored response as its client got it. */
export const readResponse =
  (deps: KeepingDeps<'find'>): ReadResponse =>
  async (userId, responseId, holdBytes) => {
    const sealing = sealingOf(deps.keeping)
    const id = parseResponseId(responseId)
    if (sealing === null || id === null) return NOT_FOUND
    const stored = await deps.storedResponses.find({ userId, id }, oldestKept(deps))
    if (stored === null) return NOT_FOUND
    if (!holdBytes(sealedBytes(stored))) return left({ tag: 'overloaded' })
    return right(unsealResponse(sealing, stored))
  }

export type ReadInputItems = (
  userId: string,
  responseId: string,
  holdBytes: HoldBytes,
) => Promise<Either<ResponseNotFound | Overloaded, readonly ResponseItem[]>>

/** All that a stored response answered, oldest first: the items of the responses before it and of its own request. */
export const readInputItems =
  (deps: ChainDeps): ReadInputItems =>
  async (userId, responseId, holdBytes) => {
    const sealing = sealingOf(deps.keeping)
    const id = parseResponseId(responseId)
    if (sealing === null || id === null) return NOT_FOUND
    const chain = await deps.storedResponses.chainSize({ userId, id }, oldestKept(deps))
    if (chain === null) return NOT_FOUND
    if (!holdBytes(chain.bytes)) return left({ tag: 'overloaded' })
    const responses = await deps.storedResponses.chain({ userId, id })
    // Its account may have been deleted since.
    if (responses.length !== chain.responses) return NOT_FOUND
    const exchanged = await unsealChain(deps.timer, sealing, responses)
    return right([...itemsOf(exchanged.slice(0, -1)), ...(exchanged.at(-1)?.input ?? [])])
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
