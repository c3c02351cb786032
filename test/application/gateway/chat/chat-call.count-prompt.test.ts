import { expect } from 'chai'
import { isLeft, left } from 'fp-ts/lib/Either.js'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import type { TokenCounter } from '../../../../src/application/ports/providers/token-counter.ts'
import { chatModel, usageOf } from '../../../support/chat/chat-models.ts'
import { chunk, completion, fakeProvider, shortBy, stage, unwrap, usageChunk, WALLET } from '../gateway-stage.ts'
import type { Stage, StageOptions } from '../gateway-stage.ts'

/** 2,000 bytes, 1,000 tokens by the count of the stage; each 0.001 RUB, and ten tokens out at 0.002. */
const prompt = 'я'.repeat(1_000)
const asked = { messages: [{ role: 'user' as const, content: prompt }], max_tokens: 10 }
/** 1,004 letters with the role and a tenth more, 136 for the template; and what comes out. */
const COUNTED = (1_105n + 136n) * 1_000n + 20_000n
const BYTES = (2_004n + 136n) * 1_000n + 20_000n

const usage = usageOf(1_000, 10)
const known = chatModel({ tokenizer: 'o200k' })

const counting = (on: Stage): { readonly calls: (number | undefined)[]; readonly deps: Stage['deps'] } => {
  const calls: (number | undefined)[] = []
  const tokens: TokenCounter = {
    count: (texts, options) => {
      calls.push(options?.most)
      return on.deps.tokens.count(texts)
    },
  }
  return { calls, deps: { ...on.deps, tokens } }
}

const answering = (options: StageOptions): Stage => {
  const stream = [chunk({ content: 'ok' }), chunk({}, 'stop'), usageChunk(usage)]
  return stage([fakeProvider({ complete: completion('ok', usage), stream })], { models: [known], ...options })
}

describe('a prompt whose bytes are more than a wallet can pay for', () => {
  it('is counted, and held for by the count', async () => {
    for (const options of [{ balance: COUNTED }, { spendLimit: COUNTED }]) {
      const on = answering(options)
      const { calls, deps } = counting(on)
      unwrap(await completeChat(deps)(on.input(asked))).delivered()
      await on.settlements.drain()
      expect(on.hold()).to.deep.include({ state: 'settled', amount: COUNTED, settledAmount: 1_020_000n })
      expect(calls).to.have.lengthOf(1)
      expect(on.transfers().map(({ kind }) => kind)).to.deep.equal(['charge'])
    }
  })

  it('is counted for a stream too, which a caller that leaves pays no more than that', async () => {
    const on = answering({ balance: COUNTED })
    const { events, disconnect } = unwrap(await streamChat(on.deps)(on.input(asked)))
    await events.next()
    disconnect()
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ amount: COUNTED, state: 'settled' })
    expect(on.transfers().map(({ kind }) => kind)).to.deep.equal(['charge'])
  })

  it('is counted in the share of its wallet', async () => {
    const on = answering({ balance: COUNTED })
    const callers: unknown[] = []
    const tokens: TokenCounter = {
      count: (texts, options) => {
        callers.push(options?.caller)
        return on.deps.tokens.count(texts)
      },
    }
    unwrap(await completeChat({ ...on.deps, tokens })(on.input(asked)))
    expect(callers).to.deep.equal([WALLET])
  })

  it('is not counted where its bytes can be paid for', async () => {
    const on = answering({ balance: BYTES })
    const { calls, deps } = counting(on)
    unwrap(await completeChat(deps)(on.input(asked)))
    expect(on.hold().amount).to.equal(BYTES)
    expect(calls).to.deep.equal([])
  })

  it('is refused where the count is too much as well, having been counted no further than the money reaches', async () => {
    const on = answering({ balance: COUNTED - 5_000n })
    const { calls, deps } = counting(on)
    const short = shortBy('insufficient_balance', [BYTES, 0n, COUNTED - 5_000n], { bound: 'at_most' })
    expect(await completeChat(deps)(on.input(asked))).to.deep.equal(short)
    expect(calls).to.deep.equal([1_000])
  })

  it('is refused uncounted where the model counts by another vocabulary, the prompt is very long, or no money is there', async () => {
    const long = { ...asked, messages: [{ role: 'user' as const, content: 'x'.repeat(400_001) }] }
    for (const [options, request, bound] of [
      [{ balance: COUNTED, models: [chatModel()] }, asked, undefined],
      [{ balance: BYTES }, long, undefined],
      // A count might have found fewer tokens, so the sum is named as the most that is needed.
      [{ balance: 20_000n }, asked, 'at_most'],
    ] as const) {
      const on = answering(options)
      const { calls, deps } = counting(on)
      const refused = await completeChat(deps)(on.input(request))
      expect(refused).to.have.nested.property('left.tag', 'insufficient_balance')
      expect(isLeft(refused) && 'shortage' in refused.left && refused.left.shortage.bound).to.equal(bound)
      expect(calls).to.deep.equal([])
    }
  })
})

describe('a wallet for which the house bore a part of a price', () => {
  it('takes no paid call until money comes in', async () => {
    const expensive = usageOf(10, 5_000)
    const on = stage([fakeProvider({ complete: completion('ok', expensive) })], { balance: 3_000_000n })
    unwrap(await completeChat(on.deps)(on.input())).delivered()
    await on.settlements.drain()
    expect(on.transfers().map(({ kind }) => kind)).to.deep.equal(['charge', 'writeoff'])
    expect(await completeChat(on.deps)(on.input())).to.deep.equal(left({ tag: 'top_up_required' }))
    expect(await streamChat(on.deps)(on.input())).to.deep.equal(left({ tag: 'top_up_required' }))
  })
})
