import { left, right, isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatModel, Deployment, Model } from '../catalog/model.ts'
import { answerableBy, isAskedNatively } from './native.ts'
import type { NativeRequest } from './native.ts'
import type { ChatRequest } from './request.ts'
import { holdPriceOf, promptTokensFor, ratesFor } from '../pricing/token-price.ts'
import type { TokenRates } from '../pricing/tariff.ts'
import {
  countedPromptBound,
  isCountable,
  maxPromptCount,
  predictedTokens,
  promptBound,
} from './billing/prompt-bound.ts'
import { checkPricedFields, serviceTierOf } from './priced-fields.ts'
import { checkCapabilities } from './required-capabilities.ts'
import type { CapabilityFailure } from './required-capabilities.ts'

export type TokenLimitFailure = { readonly tag: 'conflicting_token_limits' }

interface LimitedRequest {
  /** The request with its limit in the one field that the model family reads. */
  readonly request: ChatRequest
  /** Tokens that one choice may produce. */
  readonly outputTokens: number
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
  const outputTokens = Math.min(newer ?? older ?? defaultOutputTokens, maxOutputTokens)
  return right({
    outputTokens,
    request: { ...request, [model.outputLimitField ?? 'max_tokens']: outputTokens },
  })
}

/** All decisions about a chat call that come before money and upstream. */
export interface ChatPlan {
  readonly model: ChatModel
  /** The request that goes upstream: the client's request with its token limit in the field that the model reads. */
  readonly request: ChatRequest
  /** The same request in the words of its surface, where that is not chat completions. */
  readonly native?: NativeRequest | undefined
  /** Names the conversation that the call belongs to, for the choice of a deployment; absent: it belongs to none. */
  readonly conversationKey?: string | undefined
  /** The rates of the call, unless the provider reports another tier. */
  readonly rates: TokenRates
  /** The most tokens of output that may be billed, for all choices together. */
  readonly outputTokens: number
  /** Micro-roubles, > 0. */
  readonly holdMicro: bigint
}

export type PlanFailure = CapabilityFailure | TokenLimitFailure

/** Decides whether a model can carry out a request, in which form it goes upstream, and how much is held for it. */
export const planChat = (model: Model, asked: ChatRequest, native?: NativeRequest): Either<PlanFailure, ChatPlan> => {
  if (model.kind !== 'chat') {
    return left({ tag: 'unsupported_capability', param: 'model', message: `${model.id} is not a chat model.` })
  }
  const capable = checkCapabilities(asked, model)
  if (isLeft(capable)) return capable
  const priced = checkPricedFields(capable.right, model.tariff)
  if (isLeft(priced)) return priced
  const limited = limitOutput(capable.right, model)
  if (isLeft(limited)) return limited

  const { request } = limited.right
  const outputTokens = (request.n ?? 1) * (limited.right.outputTokens + predictedTokens(request))
  const rates = ratesFor(model.tariff, serviceTierOf(request)) ?? model.tariff
  const holdMicro = holdPriceOf(rates, promptBound(request, model), outputTokens)
  return right({ model: answerableBy(model, native), request, native, rates, outputTokens, holdMicro })
}

/** What one deployment is asked: the request, and the surface's own where its provider speaks that wire. */
export const questionTo = (
  { request, native }: ChatPlan,
  deployment: Deployment,
): { readonly deployment: Deployment; readonly request: ChatRequest; readonly native: NativeRequest | undefined } => ({
  deployment,
  request,
  native: isAskedNatively(deployment, native) ? native : undefined,
})

/** Micro-roubles to hold for a call whose `readableTexts` were counted with the model's own vocabulary. */
export const holdForCountedPrompt = ({ model, request, rates, outputTokens }: ChatPlan, counted: number): bigint =>
  holdPriceOf(rates, countedPromptBound(request, model, counted), outputTokens)

/**
 * The largest count of the prompt at which `availableMicro` covers the call. Null where no count could show that it
 * does, or where the prompt cannot be counted here.
 */
export const maxAffordableCount = (plan: ChatPlan, availableMicro: bigint): number | null => {
  const { model, request, rates, outputTokens } = plan
  if (!isCountable(request, model)) return null
  const most = maxPromptCount(request, model, promptTokensFor(rates, availableMicro, outputTokens))
  return most > 0 ? most : null
}
