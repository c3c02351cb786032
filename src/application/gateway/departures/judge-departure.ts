import {
  billDeadline,
  billDeparture,
  type Departure,
  needsOutputCount,
  needsPromptCount,
  type OwnCount,
} from '../../../domain/chat/billing/departure.ts'
import { hasOutput, isRefusal } from '../../../domain/chat/delivered.ts'
import { outputTexts, promptTexts } from '../../../domain/chat/texts.ts'
import { soundUsage } from '../../../domain/pricing/usage.ts'
import type { TokenCounter } from '../../ports/token-counter.ts'
import type { ChatCourse } from '../chat-course.ts'
import { chatReceipt, usageJson } from '../chat-receipt.ts'
import type { Verdict } from '../metered-call.ts'

const countTexts = async (
  tokens: TokenCounter,
  { plan, delivered }: ChatCourse,
  departure: Departure,
): Promise<OwnCount> => ({
  promptTokens: needsPromptCount(departure) ? await tokens.count(promptTexts(plan.request)) : 0,
  outputTokens: needsOutputCount(departure) ? await tokens.count(outputTexts(delivered.completion().choices)) : 0,
})

/**
 * What a caller that has left owes for what it was given. `delivered`: the answer was cut there by its leaving.
 * `deadline`: the vendor went on unseen until the deadline of the call.
 */
export const judgeDeparture = async (
  tokens: TokenCounter,
  course: ChatCourse,
  end: 'delivered' | 'deadline',
): Promise<Verdict> => {
  const { plan, attempts } = course
  const completion = course.delivered.completion()
  if (isRefusal(completion)) {
    const receipt = chatReceipt(plan, { outcome: 'refused', usage: null, estimated: false, attempts })
    return { tag: 'release', reason: 'refused', receipt }
  }
  const departure: Departure = {
    usage: soundUsage(course.usage),
    isUsageCurrent: course.isUsageCurrent,
    hasOutput: hasOutput(completion),
    extras: completion.extras,
  }
  const bill = end === 'deadline' ? billDeadline : billDeparture
  const { price, usage, estimated } = bill(plan, departure, await countTexts(tokens, course, departure))
  const receipt = chatReceipt(plan, { outcome: 'client_left', usage, estimated, attempts })
  return { tag: 'charge', price, usage: usageJson(usage), receipt }
}
