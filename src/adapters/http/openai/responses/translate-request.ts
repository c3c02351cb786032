import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ContinueResponse } from '../../../../application/responses/continue-response.ts'
import type { FindItems } from '../../../../application/responses/find-items.ts'
import type { Call } from '../../endpoint/endpoint.ts'
import type { ResponseRequest } from '../response-input/response-request-codec.ts'
import { toChatRequest } from '../response-input/to-chat-request.ts'
import { continuedRequest, ownItems } from './continued-request.ts'
import { inCallersTerms } from './in-callers-terms.ts'
import { referredItems } from './referred-items.ts'

export interface TranslateRequestDeps {
  readonly continueResponse: ContinueResponse
  readonly findItems: FindItems
}

type ResponseCall = Pick<Call<unknown, unknown, unknown, ResponseRequest>, 'body' | 'holdBytes'>

/** The chat request that a request comes to, with the stored items that it names, and where its fields stand in it. */
export const translateRequest = async (
  deps: TranslateRequestDeps,
  userId: string,
  { body: asked, holdBytes }: ResponseCall,
) => {
  const input = await referredItems(deps.findItems, userId, ownItems(asked), holdBytes)
  if (isLeft(input)) return input
  const { previous_response_id: previousId } = asked
  const continued =
    previousId === undefined || previousId === null
      ? right(null)
      : await deps.continueResponse({ userId, previousId, newItems: input.right.length, holdBytes })
  if (isLeft(continued)) return continued
  const previous = continued.right
  const whole = continuedRequest(asked, previous?.items ?? [], input.right)
  const translated = toChatRequest(whole.asked)
  if (isLeft(translated)) return left(inCallersTerms(translated.left, whole.pathOf))
  const pathOf = (path: string): string => whole.pathOf(translated.right.pathOf(path))
  return right({ ...translated.right, pathOf, previous, input: input.right, whole: whole.asked })
}
