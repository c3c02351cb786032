import { readableTexts } from '../../../domain/chat/billing/prompt-bound.ts'
import { holdForCountedPrompt, maxAffordableCount } from '../../../domain/chat/plan.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import type { TokenCounter } from '../../ports/providers/token-counter.ts'
import type { SmallerHold } from '../metering/metered-call.ts'

/**
 * The smaller hold of a chat call: by a count of its prompt instead of its bytes. Counting stops at what is
 * available, so that a refusal costs no more work than the money at hand could pay for.
 */
export const countPrompt =
  (tokens: TokenCounter, plan: ChatPlan): SmallerHold =>
  async (availableMicro) => {
    const most = maxAffordableCount(plan, availableMicro)
    if (most === null) return null
    const counted = await tokens.count(readableTexts(plan.request), most)
    const holdMicro = holdForCountedPrompt(plan, counted)
    return counted <= most && holdMicro < plan.holdMicro ? holdMicro : null
  }
