import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ContinueResponse } from '../../../../application/responses/continue-response.ts'
import type { FindItems, ItemsById } from '../../../../application/responses/find-items.ts'
import type { Continued } from '../../../../application/responses/record-response.ts'
import type { ResponseItem } from '../../../../domain/responses/stored-response.ts'
import type { Call } from '../../endpoint/endpoint.ts'
import { inCallersTerms } from '../../paid-calls/in-callers-terms.ts'
import type { InputItem } from '../response-input/item-codec.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import { toChatRequest } from '../response-input/to-chat-request.ts'
import { continuedRequest, ownItems, withThoughts } from './continued-request.ts'
import { callersPath } from './callers-path.ts'
import { nativePlaces, nativeToolPlaces } from './native-request.ts'
import { isReference, referredItems } from './referred-items.ts'

export interface TranslateRequestDeps {
  readonly continueResponse: ContinueResponse
  readonly findItems: FindItems
}

type ResponseCall = Pick<Call<unknown, unknown, unknown, ResponseRequest>, 'body' | 'holdBytes'>

/** The responses that a request continues, with their items. */
type Previous = Continued & { readonly items: readonly ResponseItem[] }

const NO_THOUGHTS: ItemsById = new Map()

/**
 * The request with its own items in full, behind the responses that it continues, and with the thoughts that its model
 * goes on from.
 */
const translated = (
  asked: ResponseRequest,
  input: readonly InputItem[],
  previous: Previous | null,
  thoughts: ItemsById = NO_THOUGHTS,
) => {
  const { asked: continued, pathOf: own } = continuedRequest(asked, previous?.items ?? [], input)
  const whole = withThoughts(continued, thoughts)
  const chat = toChatRequest(whole)
  if (isLeft(chat)) return left(inCallersTerms(chat.left, own))
  const { tools } = chat.right
  const native = { input: () => nativePlaces(whole), tools: () => nativeToolPlaces({ whole, tools }) }
  const pathOf = callersPath({ chat: chat.right.pathOf, native, own })
  return right({ ...chat.right, pathOf, previous, input, whole })
}

const withStored = async (
  { findItems, continueResponse }: TranslateRequestDeps,
  userId: string,
  { body: asked, holdBytes }: ResponseCall,
  own: readonly InputItem[],
) => {
  const referred = await referredItems(findItems, userId, own, holdBytes)
  if (isLeft(referred)) return referred
  const { items: input, thoughts } = referred.right
  const previousId = asked.previous_response_id ?? null
  if (previousId === null) return translated(asked, input, null, thoughts)
  const previous = await continueResponse({ userId, previousId, newItems: input.length, holdBytes })
  if (isLeft(previous)) return previous
  return translated(asked, input, previous.right, new Map([...previous.right.thoughts, ...thoughts]))
}

/**
 * The chat request that a request comes to, with the stored items that it names, and where its fields stand in it.
 * Known now where it needs nothing that is stored.
 */
export const translateRequest = (deps: TranslateRequestDeps, userId: string, call: ResponseCall) => {
  const own = ownItems(call.body)
  const needsStored = (call.body.previous_response_id ?? null) !== null || own.some(isReference)
  return needsStored ? withStored(deps, userId, call, own) : translated(call.body, own, null)
}
