import { isGiven } from '../json.ts'
import type { ChatRequest } from './request.ts'

/** By this field of chat a caller says whether to be shown the reasoning. OpenRouter and vLLM call it so, too. */
export const SHOWN_REASONING = 'include_reasoning'

/** Whether the caller asks to be shown the reasoning, or not to be shown it; null where the caller says nothing. */
export const showsReasoning = (request: Pick<ChatRequest, string>): boolean | null => {
  const wish = request[SHOWN_REASONING]
  return typeof wish === 'boolean' ? wish : null
}

/** Whether there is reasoning that the caller asks to be shown: a caller who asks for none is not shown any. */
export const asksToSeeReasoning = (request: Pick<ChatRequest, string>): boolean =>
  showsReasoning(request) === true && request['reasoning_effort'] !== 'none'

/** Whether the wish of a caller comes to nothing with a model that shows its reasoning to the caller, or does not. */
export const isWishUnfulfilled = (request: Pick<ChatRequest, string>, isShown: boolean): boolean => {
  const wish = showsReasoning(request)
  if (wish === null) return isGiven(request[SHOWN_REASONING])
  return wish ? !isShown && asksToSeeReasoning(request) : isShown
}
