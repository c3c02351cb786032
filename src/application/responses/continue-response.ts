import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UnsupportedParameter } from '../../domain/parameters/request-fields.ts'
import { itemsOf, parseResponseId, requireContinuable, thoughtsIn } from '../../domain/responses/stored-response.ts'
import type { ResponseItem } from '../../domain/responses/stored-response.ts'
import { oldestKept, sealingOf } from './keeping.ts'
import type { ChainDeps, HoldBytes, Overloaded } from './keeping.ts'
import type { Continued } from './record-response.ts'
import { unsealChain } from './sealed-exchange.ts'

/** An unknown response, one of another account, a deleted and an expired one look the same. */
export interface PreviousResponseNotFound {
  readonly tag: 'previous_response_not_found'
  readonly id: string
}

interface ContinueResponseInput {
  readonly userId: string
  /** As the caller wrote it. */
  readonly previousId: string
  /** How many items the request has itself. */
  readonly newItems: number
  readonly holdBytes: HoldBytes
}

interface Continuation extends Continued {
  /** What stands before the items of the request, oldest first. */
  readonly items: readonly ResponseItem[]
  /** Thoughts of stored answers of which the client saw less, by the ids of their items. */
  readonly thoughts: ReadonlyMap<string, ResponseItem>
}

export type ContinueResponse = (
  input: ContinueResponseInput,
) => Promise<Either<PreviousResponseNotFound | UnsupportedParameter | Overloaded, Continuation>>

/** The items of a response and of all before it. The size of the chain is judged before any of it is loaded. */
export const continueResponse =
  (deps: ChainDeps): ContinueResponse =>
  async ({ userId, previousId, newItems, holdBytes }) => {
    const sealing = sealingOf(deps.keeping)
    const id = parseResponseId(previousId)
    const notFound = left<PreviousResponseNotFound>({ tag: 'previous_response_not_found', id: previousId })
    if (sealing === null || id === null) return notFound
    const chain = await deps.storedResponses.chainSize({ userId, id }, oldestKept(deps))
    if (chain === null) return notFound
    const continuable = requireContinuable(chain, newItems)
    if (isLeft(continuable)) return continuable
    if (!holdBytes(chain.bytes)) return left({ tag: 'overloaded' })
    const responses = await deps.storedResponses.chain({ userId, id })
    // One of them may have been removed since: a conversation with a gap is none.
    if (responses.length !== chain.responses) return notFound
    const exchanges = await unsealChain(deps.timer, sealing, responses)
    return right({ id, chain, items: itemsOf(exchanges), thoughts: thoughtsIn(exchanges) })
  }
