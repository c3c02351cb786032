import { type Either, left, right } from 'fp-ts/lib/Either.js'
import { type ChatModel, vendorOf } from '../catalog/model.ts'
import type { ChatRequest } from './request.ts'

export type TokenLimitFailure = { readonly tag: 'conflicting_token_limits' }

export interface LimitedRequest {
  /** Carries the limit in the one field its model family reads. */
  readonly request: ChatRequest
  /** Tokens one choice may produce. */
  readonly outputTokens: number
}

/** The one family that reads `max_completion_tokens`; every other reads `max_tokens`. */
const COMPLETION_TOKENS_VENDOR = 'openai'

/**
 * Decides how much a choice may produce and says so upstream. Without a wish of the caller's the model's
 * default is sent as the limit, because it is also what is held: an unlimited answer could outrun its hold.
 */
export const limitOutput = (asked: ChatRequest, model: ChatModel): Either<TokenLimitFailure, LimitedRequest> => {
  const { max_tokens: maxTokens, max_completion_tokens: maxCompletionTokens, ...request } = asked
  const older = maxTokens ?? null
  const newer = maxCompletionTokens ?? null
  if (older !== null && newer !== null && older !== newer) return left({ tag: 'conflicting_token_limits' })

  const { defaultOutputTokens, maxOutputTokens } = model.limits
  const outputTokens = Math.min(newer ?? older ?? defaultOutputTokens, maxOutputTokens)
  return right({
    outputTokens,
    request:
      vendorOf(model.id) === COMPLETION_TOKENS_VENDOR
        ? { ...request, max_completion_tokens: outputTokens }
        : { ...request, max_tokens: outputTokens },
  })
}
