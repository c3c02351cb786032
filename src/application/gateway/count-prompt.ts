import { readableTexts } from '../../domain/chat/billing/prompt-bound.ts'
import { type ChatPlan, holdForCount, mostAffordable } from '../../domain/chat/plan.ts'
import type { TokenCounter } from '../ports/token-counter.ts'
import type { SmallerHold } from './metered-call.ts'

/**
 * The smaller hold of a chat call: by a count of its prompt instead of its bytes. Counting stops at what is
 * available, so that a refusal costs no more work than the money at hand could pay for.
 */
export const countPrompt =
  (tokens: TokenCounter, plan: ChatPlan): SmallerHold =>
  async (availableMicro) => {
    const most = mostAffordable(plan, availableMicro)
    if (most === null) return null
    const counted = await tokens.count(readableTexts(plan.request), most)
    const holdMicro = holdForCount(plan, counted)
    return counted <= most && holdMicro < plan.holdMicro ? holdMicro : null
  }
