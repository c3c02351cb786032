import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatModel } from '../../catalog/model.ts'
import { utf8Length } from '../../utf8-length.ts'
import { choicesAsked } from '../request.ts'
import type { ChatRequest } from '../request.ts'

export type TokenLimitFailure = { readonly tag: 'conflicting_token_limits' }

interface LimitedRequest {
  /** The request with its limit in the one field that the model family reads. */
  readonly request: ChatRequest
  /** Tokens that one choice may produce. */
  readonly outputLimit: number
}

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
  const outputLimit = Math.min(newer ?? older ?? defaultOutputTokens, maxOutputTokens)
  return right({
    outputLimit,
    request: { ...request, [model.outputLimitField]: outputLimit },
  })
}

/** Tokens of predicted output. Those that the answer does not use are billed as output beyond the limit. */
export const predictedTokens = (request: ChatRequest): number => {
  const { prediction } = request
  if (prediction === undefined || prediction === null) return 0
  return utf8Length(typeof prediction === 'string' ? prediction : JSON.stringify(prediction))
}

/** The most tokens of output that may be billed where a choice has this limit. */
export const outputTokensWith = (request: ChatRequest, outputLimit: number): number =>
  choicesAsked(request) * (outputLimit + predictedTokens(request))
