import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import {
  billDeadline,
  billDisconnect,
  needsOutputCount,
  needsPromptCount,
} from '../../../../src/domain/chat/billing/disconnect.ts'
import type { DisconnectedCall } from '../../../../src/domain/chat/billing/disconnect.ts'
import { planChat } from '../../../../src/domain/chat/plan.ts'
import type { ChatPlan } from '../../../../src/domain/chat/plan.ts'
import { chatModel, chatRequest, usageOf } from '../../../support/chat/chat-models.ts'

const plan = ((): ChatPlan => {
  const planned = planChat(chatModel(), chatRequest({ n: 2, max_tokens: 50 }))
  if (isLeft(planned)) throw new Error(planned.left.tag)
  return planned.right
})()

const left = (given: Partial<DisconnectedCall> = {}): DisconnectedCall => ({
  usage: null,
  isUsageCurrent: false,
  hasOutput: true,
  extras: undefined,
  ...given,
})

const ours = { promptTokens: 9, outputTokens: 7 }

/** What must be counted here, and then the tokens that are charged. */
const summary = (disconnect: DisconnectedCall): string => {
  const counts = [needsPromptCount(disconnect) ? 'prompt' : '', needsOutputCount(disconnect) ? 'output' : '']
  const counted = { promptTokens: counts[0] === '' ? 0 : 9, outputTokens: counts[1] === '' ? 0 : 7 }
  const { usage } = billDisconnect(plan, disconnect, counted)
  return `${counts.filter((name) => name !== '').join('+')}: ${usage.promptTokens} in, ${usage.completionTokens} out`
}

describe('the bill of a caller that left', () => {
  const table: readonly (readonly [string, DisconnectedCall, string])[] = [
    ['no count of the provider', left(), 'prompt+output: 9 in, 7 out'],
    ['no count and no word', left({ hasOutput: false }), 'prompt: 9 in, 0 out'],
    ['a count from before the last words', left({ usage: usageOf(10, 1) }), 'output: 10 in, 7 out'],
    ['such a count that is larger', left({ usage: usageOf(10, 30) }), 'output: 10 in, 30 out'],
    ['a count of all', left({ usage: usageOf(10, 5), isUsageCurrent: true }), ': 10 in, 5 out'],
    ['a count of none of the words', left({ usage: usageOf(10, 0), isUsageCurrent: true }), 'output: 10 in, 7 out'],
    ['a count, and no word', left({ usage: usageOf(10, 5), hasOutput: false }), ': 10 in, 0 out'],
    ['a count without the prompt', left({ usage: usageOf(0, 5), isUsageCurrent: true }), 'prompt: 9 in, 5 out'],
  ]
  for (const [name, disconnect, expected] of table) {
    it(`with ${name} is by ${expected}`, () => expect(summary(disconnect)).to.equal(expected))
  }

  it('is never above the hold', () => {
    const expensive = left({ usage: usageOf(10, 90_000), isUsageCurrent: true })
    expect(billDisconnect(plan, expensive, ours).price).to.equal(plan.holdMicro)
    expect(billDeadline(plan, expensive, ours).price).to.equal(plan.holdMicro)
  })

  it('at the deadline of a provider that hides output is the prompt and all output that was held for', () => {
    const bill = billDeadline(plan, left({ usage: usageOf(10, 5), isUsageCurrent: true }), ours)
    expect(bill).to.deep.include({ usage: usageOf(10, 100), estimated: true, price: 10n * 1000n + 100n * 2000n })
  })
})
