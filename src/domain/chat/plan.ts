import { right, isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ChatModel, Deployment, Model } from '../catalog/model.ts'
import { answerableBy, isAskedNatively, nativeAsked } from './native.ts'
import type { NativeRequest } from './native.ts'
import type { ChatSurface } from '../ledger/receipt-facts.ts'
import { maxMicro } from '../money/money.ts'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'
import { unsupportedCapability } from '../parameters/unsupported-capability.ts'
import type { ChatRequest } from './request.ts'
import { holdPriceOf, possibleRates, ratesFor, withoutLongCache } from '../pricing/token-price.ts'
import type { TokenRates } from '../pricing/tariff.ts'
import { promptBound } from './tokens/prompt-bound.ts'
import { checkLogProbabilities } from './checks/log-probabilities.ts'
import { checkPricedFields, serviceTierOf } from './checks/priced-fields.ts'
import { checkCapabilities } from './checks/required-capabilities.ts'
import type { CapabilityFailure } from './checks/required-capabilities.ts'
import { limitOutput, outputTokensWith } from './output-limits/output-limit.ts'
import type { TokenLimitFailure } from './output-limits/output-limit.ts'

/** All decisions about a chat call that come before money and upstream. */
export interface ChatPlan {
  readonly model: ChatModel
  /** The request that goes upstream: the client's request with its token limit in the field that the model reads. */
  readonly request: ChatRequest
  /** The same request in the words of its surface, where that is not chat completions. */
  readonly native?: NativeRequest | undefined
  /** Where the call came from; absent of a turn in a conversation. */
  readonly surface?: ChatSurface | undefined
  /** Names the conversation that the call belongs to, for the choice of a deployment; absent: it belongs to none. */
  readonly conversationKey?: string | undefined
  /** The rates of the call, unless the provider reports another tier. */
  readonly rates: TokenRates
  /** All rates by which the call may be billed, for the hold: never empty. */
  readonly possibleRates: readonly TokenRates[]
  /** The most tokens that the prompt may be billed for. */
  readonly promptTokens: number
  /** Tokens that one choice may produce: the limit that goes upstream. */
  readonly outputLimit: number
  /** The most tokens of output that may be billed, for all choices together. */
  readonly outputTokens: number
  /** The most tokens of prompt and output together. */
  readonly tokenBound: number
  /** Micro-roubles, > 0. */
  readonly holdMicro: bigint
  /** Whether the limit is lower than was asked for, because there was not the money for more. */
  readonly isShortened: boolean
}

export type ChatPlanFailure = CapabilityFailure | TokenLimitFailure

/** Decides whether a model can carry out a request, in which form it goes upstream, and how much is held for it. */
export const planChat = (
  model: Model,
  asked: ChatRequest,
  native?: NativeRequest,
): Either<ChatPlanFailure, ChatPlan> => {
  if (model.kind !== 'chat') {
    return unsupportedCapability('model', `${model.id} is not a chat model.`)
  }
  const capable = checkCapabilities(asked, model)
  if (isLeft(capable)) return capable
  const priced = checkPricedFields(capable.right, model.tariff)
  if (isLeft(priced)) return priced
  const longCache = checkLongCache(model, native)
  if (isLeft(longCache)) return longCache
  const limited = limitOutput(capable.right, model)
  if (isLeft(limited)) return limited

  const { request, outputLimit } = limited.right
  const probable = checkLogProbabilities(request, outputLimit)
  if (isLeft(probable)) return probable
  const outputTokens = outputTokensWith(request, outputLimit)
  const tier = serviceTierOf(request)
  const rates = ratesFor(model.tariff, tier) ?? model.tariff
  const tiers = possibleRates(model.tariff, tier)
  const possible = longCache.right ? tiers : tiers.map(withoutLongCache)
  const answerable = answerableBy(model, native)
  const promptTokens = promptBound(request, model, nativeAsked(answerable, native))
  const holdMicro = holdFor(possible, promptTokens, outputTokens)
  const bounds = { promptTokens, outputLimit, outputTokens, tokenBound: promptTokens + outputTokens, holdMicro }
  const asWhole = { ...bounds, isShortened: false }
  return right({ model: answerable, request, native, rates, possibleRates: possible, ...asWhole })
}

/** Micro-roubles that cover so many tokens, whichever of the rates they are billed by. */
export const holdFor = (possible: readonly TokenRates[], promptTokens: number, outputTokens: number): bigint =>
  possible.map((rates) => holdPriceOf(rates, promptTokens, outputTokens)).reduce(maxMicro)

/** The one longer life of a cache that tariffs have a price for. */
const LONG_LIFE = '1h'

/** Whether a provider will be asked to keep a part of the prompt for an hour; refused where that has no price. */
const checkLongCache = (model: ChatModel, native: NativeRequest | undefined): Either<UnsupportedParameter, boolean> => {
  const mark = nativeAsked(model, native)?.longCache ?? null
  if (mark === null) return right(false)
  return mark.life === LONG_LIFE && model.tariff.cacheWrite1hPerMillion !== undefined
    ? right(true)
    : unsupportedParameter(mark.path, 'A cache of this life is not offered for this model.')
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

/** The plan, of which only this provider is asked. */
export const planOfProvider = (plan: ChatPlan, provider: string): ChatPlan => ({
  ...plan,
  model: { ...plan.model, deployments: plan.model.deployments.filter((each) => each.provider === provider) },
})
