import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ChatModel, Model } from '../catalog/model.ts'
import { holdPriceOf, promptTokensFor } from '../pricing/price.ts'
import { ratesFor, type TokenRates } from '../pricing/tariff.ts'
import { countedPromptBound, isCountable, mostCounted, predictedTokens, promptBound } from './billing/prompt-bound.ts'
import { checkPricedFields, serviceTierOf } from './priced-fields.ts'
import { type ChatRequest, fieldsOf } from './request.ts'
import { type CapabilityFailure, checkCapabilities } from './required-capabilities.ts'
import { limitOutput, type TokenLimitFailure } from './token-limits.ts'

/** All that is decided about a chat call before any money or upstream is touched. */
export interface ChatPlan {
  readonly model: ChatModel
  /** What goes upstream: the caller's request with its token limit in the right field. */
  readonly request: ChatRequest
  /** What the call is priced by unless the vendor reports another tier. */
  readonly rates: TokenRates
  /** What all choices together may be billed. */
  readonly outputTokens: number
  /** Micro-roubles, > 0. */
  readonly holdMicro: bigint
}

export type PlanFailure = CapabilityFailure | TokenLimitFailure

/** Decides whether a model can carry out a request, in what form, and how much is held for it. */
export const planChat = (model: Model, asked: ChatRequest): Either<PlanFailure, ChatPlan> => {
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
  const rates = ratesFor(model.tariff, serviceTierOf(fieldsOf(request))) ?? model.tariff
  const holdMicro = holdPriceOf(rates, promptBound(request, model), outputTokens)
  return right({ model, request, rates, outputTokens, holdMicro })
}

/** What is held for a call whose `readableTexts` were counted with the model's own vocabulary; micro-roubles. */
export const holdForCount = ({ model, request, rates, outputTokens }: ChatPlan, counted: number): bigint =>
  holdPriceOf(rates, countedPromptBound(request, model, counted), outputTokens)

/**
 * The largest count of the prompt with which `availableMicro` covers the call; null where no count could show that it
 * does, or where the prompt cannot be counted here.
 */
export const mostAffordable = (plan: ChatPlan, availableMicro: bigint): number | null => {
  const { model, request, rates, outputTokens } = plan
  if (!isCountable(request, model)) return null
  const most = mostCounted(request, model, promptTokensFor(rates, availableMicro, outputTokens))
  return most > 0 ? most : null
}
