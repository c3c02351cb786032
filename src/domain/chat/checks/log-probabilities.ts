import type { Either } from 'fp-ts/lib/Either.js'
import { SUPPORTED, unsupportedParameter } from '../../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../parameters/request-fields.ts'
import { choicesAsked } from '../request.ts'
import type { ChatRequest } from '../request.ts'

/**
 * Log probabilities of one answer, those of all choices and of the tokens that are named beside its own together. They
 * are some twenty times the answer itself, are kept until its end, and arrive in one piece where it is whole.
 */
export const MAX_LOG_PROBABILITIES = 200_000

/** How many tokens are named for each place of the answer: its own, and those beside it. */
const tokensAPlace = ({ logprobs, top_logprobs: top }: ChatRequest): number =>
  logprobs === true && typeof top === 'number' && top > 0 ? 1 + top : 1

/** The most tokens that all choices of an answer may name where each choice has so many. */
const tokensOf = (request: ChatRequest, outputLimit: number): number =>
  choicesAsked(request) * outputLimit * tokensAPlace(request)

/** The most tokens that the answer to a planned request may name. */
export const tokensAskedFor = (request: ChatRequest): number =>
  tokensOf(request, request.max_completion_tokens ?? request.max_tokens ?? 0)

/** Refuses to be asked for more log probabilities than the gateway takes: the answer would be broken off. */
export const checkLogProbabilities = (
  request: ChatRequest,
  outputLimit: number,
): Either<UnsupportedParameter, void> => {
  if (request.logprobs !== true || tokensOf(request, outputLimit) <= MAX_LOG_PROBABILITIES) return SUPPORTED
  const places = tokensAPlace(request)
  const most = Math.floor(MAX_LOG_PROBABILITIES / (choicesAsked(request) * places))
  return unsupportedParameter(
    places > 1 ? 'top_logprobs' : 'logprobs',
    `With so many log probabilities a choice has at most ${most} tokens, and this one may have ${outputLimit}.`,
  )
}
