import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { modelOwnerOf } from '../catalog/model.ts'
import type { ChatModel } from '../catalog/model.ts'
import type { ChatRequest } from './request.ts'

export type TokenLimitFailure = { readonly tag: 'conflicting_token_limits' }

interface LimitedRequest {
  /** The request with its limit in the one field that the model family reads. */
  readonly request: ChatRequest
  /** Tokens that one choice may produce. */
  readonly outputTokens: number
}

/** The one family that reads `max_completion_tokens`. Every other family reads `max_tokens`. */
const COMPLETION_TOKENS_OWNER = 'openai'

/**
 * Decides how many tokens a choice may produce and puts the limit into the request. Where the client set no limit, the
 * model's default goes upstream, because the same number is held for: an answer without a limit could exceed its hold.
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
      modelOwnerOf(model.id) === COMPLETION_TOKENS_OWNER
        ? { ...request, max_completion_tokens: outputTokens }
        : { ...request, max_tokens: outputTokens },
  })
}
