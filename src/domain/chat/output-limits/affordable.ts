import type { Deployment } from '../../catalog/model.ts'
import type { SmallerHold } from '../../ledger/command.ts'
import { completionTokensFor } from '../../pricing/token-price.ts'
import { holdFor } from '../plan.ts'
import type { ChatPlan } from '../plan.ts'
import { outputTokensWith, predictedTokens } from './output-limit.ts'
import { asksForReasoning, LEAST_THINKING_BUDGET, withSmallerBudgets } from './thinking-budget.ts'
import { smallestOf } from '../../extremes.ts'
import { choicesAsked } from '../request.ts'

/** No answer is shortened below so many tokens, unless its caller asked for fewer. */
const LEAST_OUTPUT_TOKENS = 256

/** The same for a model with hidden reasoning, which comes first and takes its part of the limit. */
const LEAST_WITH_HIDDEN_REASONING = 2_048

/** Up to so many tokens a call takes all the money there is; see `SmallerHold`. */
const ENOUGH_OUTPUT_TOKENS = 4_096

/** The lowest limit that the answer of a planned call may be shortened to, in tokens of one choice. */
export const leastOutputLimit = ({ model, request, native, outputLimit }: ChatPlan): number => {
  const ofModel = model.leastOutputTokens ?? (model.hiddenReasoning ? LEAST_WITH_HIDDEN_REASONING : LEAST_OUTPUT_TOKENS)
  const withReasoning = asksForReasoning(model, request, native) ? LEAST_THINKING_BUDGET + LEAST_OUTPUT_TOKENS : 0
  return Math.min(outputLimit, Math.max(ofModel, withReasoning))
}

/** Tokens of output that are billed at most where an answer is as short as it may be. */
export const leastOutputTokens = (plan: ChatPlan): number => outputTokensWith(plan.request, leastOutputLimit(plan))

interface HoldBounds {
  /** Micro-roubles that cover the whole answer. */
  readonly most: bigint
  readonly less: SmallerHold
}

/** The hold of a planned call whose prompt is billed for at most `promptTokens`. */
export const holdBounds = (plan: ChatPlan, promptTokens: number): HoldBounds => {
  const least = leastOutputLimit(plan)
  const covering = (outputLimit: number): bigint =>
    holdFor(plan.possibleRates, promptTokens, outputTokensWith(plan.request, Math.min(outputLimit, plan.outputLimit)))
  return {
    most: covering(plan.outputLimit),
    less: { least: covering(least), enough: covering(Math.max(least, ENOUGH_OUTPUT_TOKENS)) },
  }
}

/** The highest limit of one choice at which a call costs no more than is held, whatever it is billed by. */
const affordableLimit = ({ request, possibleRates }: ChatPlan, promptTokens: number, heldMicro: bigint): number => {
  const tokens = possibleRates.map((rates) => completionTokensFor(rates, heldMicro, promptTokens))
  return Math.floor(smallestOf(tokens) / choicesAsked(request)) - predictedTokens(request)
}

/** The deployments that keep a lower limit; `isKept` says which have kept theirs so far. */
export const keepingDeployments = (
  { model }: ChatPlan,
  isKept: (deployment: Deployment) => boolean,
): readonly Deployment[] => (model.keepsOutputLimit ? model.deployments.filter(isKept) : [])

/**
 * The plan of a call for which this much is held. Where that covers the whole answer the plan stays; otherwise its
 * limit, and the budgets for reasoning inside it, are lowered to what is held, and only deployments that keep them are
 * asked.
 */
export const affordedPlan = (
  plan: ChatPlan,
  promptTokens: number,
  heldMicro: bigint,
  keeping: readonly Deployment[],
): ChatPlan => {
  // Nearly every call is held for as it was planned, and what was planned covers itself.
  if (heldMicro === plan.holdMicro && promptTokens === plan.promptTokens) return plan
  const limit = affordableLimit(plan, promptTokens, heldMicro)
  const held = { ...plan, promptTokens, holdMicro: heldMicro }
  if (limit >= plan.outputLimit) return held
  const { model, request, outputLimit: asked } = plan
  return {
    ...held,
    model: { ...model, deployments: keeping },
    request: { ...withSmallerBudgets(request, asked, limit), [model.outputLimitField]: limit },
    outputLimit: limit,
    outputTokens: outputTokensWith(request, limit),
    isShortened: true,
  }
}

/** The limit of one choice that an answer was shortened to; null if it was not. */
export const shortenedTo = ({ isShortened, outputLimit }: ChatPlan): number | null => (isShortened ? outputLimit : null)
