import { affordedPlan, holdBounds, keepingDeployments, leastOutputTokens } from '../../../domain/chat/affordable.ts'
import { readableTexts } from '../../../domain/chat/billing/prompt-bound.ts'
import { maxAffordableCount, promptTokensOfCount } from '../../../domain/chat/plan.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import type { FindSmallerHold } from '../metering/metered-call.ts'
import type { KeptLimits } from '../routing/kept-limits.ts'
import type { ChatInput } from './chat-call.ts'

interface HoldingDeps {
  readonly tokens: TokenCounter
  readonly keptLimits: KeptLimits
}

interface ChatHolding {
  /** What else may be held where the worst case is not covered. */
  readonly findSmallerHold: FindSmallerHold
  /** The plan of the call for which this much is held. */
  readonly affordedBy: (holdMicro: bigint) => ChatPlan
}

/**
 * How a chat call comes by on less money than its worst case. First its prompt is counted instead of its bytes; counting
 * stops at what is available, so that a refusal costs no more work than the money at hand could pay for. Where that is
 * not enough, its answer is shortened.
 */
export const chatHolding = (
  { tokens, keptLimits }: HoldingDeps,
  plan: ChatPlan,
  { isNeverShortened = false }: Pick<ChatInput, 'isNeverShortened'>,
): ChatHolding => {
  const keeping = isNeverShortened ? [] : keepingDeployments(plan, keptLimits.isKept)
  const canBeShortened = keeping.length > 0
  let { promptTokens } = plan

  const countPrompt = async (availableMicro: bigint): Promise<void> => {
    const outputTokens = canBeShortened ? leastOutputTokens(plan) : plan.outputTokens
    const most = maxAffordableCount(plan, availableMicro, outputTokens)
    if (most === null) return
    const counted = await tokens.count(readableTexts(plan.request), most)
    if (counted <= most) promptTokens = Math.min(plan.promptTokens, promptTokensOfCount(plan, counted))
  }

  return {
    findSmallerHold: async (availableMicro) => {
      await countPrompt(availableMicro)
      const { most, less } = holdBounds(plan, promptTokens)
      if (canBeShortened) return { holdMicro: most, less }
      return most < plan.holdMicro ? { holdMicro: most } : null
    },
    affordedBy: (holdMicro) => affordedPlan(plan, promptTokens, holdMicro, keeping),
  }
}
