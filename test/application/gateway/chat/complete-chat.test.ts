import { expect } from 'chai'
import { isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import { CURRENCIES } from '../../../../src/domain/money/money.ts'
import { chatModel, TWO_DEPLOYMENTS, usageOf } from '../../../support/chat/chat-models.ts'
import { completion, failure, fakeProvider, KEY, shortBy, stage, unwrap, WALLET } from '../gateway-stage.ts'

/** 10 prompt and 5 completion tokens at 0.001 and 0.002 RUB. */
const usage = usageOf(10, 5)
const PRICE = 20_000n
/** For the default limit, and the prompt by its bytes. */
const HOLD = 2_145_000n
const answering = () => fakeProvider({ complete: completion('hello', usage) })

describe('a chat call answered at once', () => {
  it('is held before the upstream is asked, and charged by usage only after the answer was delivered', async () => {
    const provider = answering()
    const on = stage([provider])
    const metered = unwrap(await completeChat(on.deps)(on.input({ max_tokens: 50 })))
    expect(metered.answer).to.deep.include({ usage, priceMicro: PRICE })
    expect(on.hold()).to.deep.include({
      state: 'held',
      reference: { kind: 'chat', id: metered.operationId },
      instance: 'here',
      budgetId: KEY,
    })
    expect(on.balance()).to.equal(100_000_000n)

    metered.delivered()
    metered.delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(100_000_000n - PRICE)
    expect(on.hold()).to.deep.include({ state: 'settled', settledAmount: PRICE })
    expect(on.hold().receipt).to.deep.equal({
      model: 'vendor/model',
      kind: 'chat',
      surface: 'chat',
      deployment: { provider: 'first', upstreamModel: 'm' },
      usage: { prompt_tokens: 10, cached_tokens: 0, cache_write_tokens: 0, completion_tokens: 5, reasoning_tokens: 0 },
      tariffVersion: 'v1',
      outcome: 'succeeded',
      estimated: false,
      attempts: [
        { provider: 'first', upstreamModel: 'm', chosenBy: 'order', outcome: 'answered', upstreamRequestId: 'up-1' },
      ],
    })
    const [charge] = on.transfers()
    expect(charge).to.deep.include({ id: metered.operationId, kind: 'charge', amount: PRICE, tariffVersion: 'v1' })
    expect(charge?.reference).to.deep.equal({ kind: 'chat', id: metered.operationId })
    expect(on.memory.budgets.get(KEY)?.spent).to.equal(PRICE)
    expect(CURRENCIES).to.include(on.hold().currency)
    expect(provider.calls[0]?.request.max_tokens).to.equal(50)
  })

  it('costs nothing where its answer cannot be written, whatever comes after that', async () => {
    const on = stage([answering()])
    const metered = unwrap(await completeChat(on.deps)(on.input()))
    metered.unwritten()
    metered.delivered()
    await on.settlements.drain()
    expect(on.hold()).to.include({ state: 'released', releaseReason: 'nothing_delivered' })
    expect(on.balance()).to.equal(100_000_000n)
  })

  it('carries the operation id it was given', async () => {
    const on = stage([answering()])
    const operationId = '01890a5d-ac96-774b-bcce-2b302099a805'
    const metered = unwrap(await completeChat(on.deps)({ ...on.input(), operationId }))
    expect(metered.operationId).to.equal(operationId)
    expect(on.hold().id).to.equal(operationId)
  })

  it('is refused with its reason and without a call when the money is not there', async () => {
    const provider = answering()
    const tell = async (on: ReturnType<typeof stage>) => completeChat(on.deps)(on.input())
    expect(await tell(stage([provider], { balance: 1000n }))).to.deep.equal(
      shortBy('insufficient_balance', [HOLD, 0n, 1000n]),
    )
    expect(await tell(stage([provider], { spendLimit: 1000n }))).to.deep.equal(
      left({
        tag: 'key_spend_limit_exceeded',
        shortage: { neededMicro: HOLD, heldMicro: 0n, availableMicro: 1000n, isOfKey: true },
        limitMicro: 1000n,
        periodEndsAtMs: null,
      }),
    )
    const busy = stage([provider], { balance: 3_000_000n })
    expect(isRight(await tell(busy))).to.equal(true)
    expect(await tell(busy)).to.deep.equal(shortBy('balance_held', [HOLD, HOLD, 3_000_000n - HOLD]))
    expect(provider.calls).to.have.lengthOf(1)
  })

  it('is asked to come again where running calls hold what the limit of its key would cover', async () => {
    const on = stage([answering()], { spendLimit: 3_000_000n })
    expect(isRight(await completeChat(on.deps)(on.input()))).to.equal(true)
    expect(await completeChat(on.deps)(on.input())).to.deep.equal(
      left({
        tag: 'balance_held',
        shortage: { neededMicro: HOLD, heldMicro: HOLD, availableMicro: 3_000_000n - HOLD, isOfKey: true },
        retryAfterSeconds: 1,
      }),
    )
  })

  for (const landed of [true, false]) {
    it(`releases a hold whose answer was lost, ${landed ? 'which was placed' : 'so that it is not placed later'}`, async () => {
      const provider = answering()
      let isAnswered = false
      const on = stage([provider], {
        ledger: (twin) => ({
          submit: async (command) => {
            if (isAnswered) return twin.submit(command)
            isAnswered = true
            if (landed) await twin.submit(command)
            return left({ tag: 'ledger_unavailable', mayHaveLanded: true })
          },
        }),
      })
      expect(await completeChat(on.deps)(on.input())).to.have.nested.property('left.tag', 'ledger_unavailable')
      await on.settlements.drain()
      expect(provider.calls).to.have.lengthOf(0)
      expect(on.memory.wallets.get(WALLET)).to.include({ balance: 100_000_000n, held: 0n })
      expect([...on.memory.holds.values()].map(({ state }) => state)).to.deep.equal(['released'])
    })
  }

  it('is refused before anything is held when it cannot be carried out', async () => {
    const on = stage([answering()], { models: [chatModel({ capabilities: new Set() })] })
    const refused = async (asked: Parameters<typeof on.input>[0]): Promise<string> => {
      const result = await completeChat(on.deps)(on.input(asked))
      return isLeft(result) ? result.left.tag : 'accepted'
    }
    expect(await refused({ model: 'vendor/other' })).to.equal('model_not_found')
    expect(await refused({ tools: [{ type: 'function' }] })).to.equal('unsupported_parameter')
    expect(await refused({ max_tokens: 1, max_completion_tokens: 2 })).to.equal('conflicting_token_limits')
    const hidden = {
      walletId: WALLET,
      keyId: KEY,
      tokensPerMinute: null,
      allowedModels: new Set(['vendor/other']),
    }
    const unseen = await completeChat(on.deps)({ ...on.input(), principal: hidden })
    expect(isLeft(unseen) && unseen.left.tag).to.equal('model_not_found')
    expect(on.memory.holds.size).to.equal(0)
  })

  it('is asked once more without thoughts that its provider cannot read, and then goes on as any call', async () => {
    const provider = fakeProvider({ complete: failure.unreadable }, { complete: completion('hello', usage) })
    const on = stage([provider])
    const { answer } = unwrap(await completeChat(on.deps)(on.input()))
    expect(answer.lacksReasoning).to.equal(true)
    expect(provider.calls.map(({ leavesOutReasoning }) => leavesOutReasoning)).to.deep.equal([false, true])

    const away = fakeProvider({ complete: failure.unreadable }, { complete: failure.rateLimited })
    const both = stage([away, answering()], { models: [TWO_DEPLOYMENTS] })
    const { answer: second } = unwrap(await completeChat(both.deps)(both.input()))
    expect(second.lacksReasoning).to.equal(false)
    expect(away.calls).to.have.lengthOf(2)
  })

  it('fails because of the thoughts, not because of what the provider lacks without them', async () => {
    const provider = fakeProvider({ complete: failure.unreadable }, { complete: failure.rejected })
    const on = stage([provider])
    const result = await completeChat(on.deps)(on.input())
    expect(isLeft(result) && result.left).to.deep.include({ code: 'invalid_encrypted_content' })
    expect(provider.calls).to.have.lengthOf(2)
  })

  const failures = [
    [failure.unreachable, 'upstream_error'],
    [failure.serverError, 'upstream_error'],
    [failure.cut, 'upstream_error'],
    [failure.timedOut, 'upstream_timeout'],
    [failure.rateLimited, 'upstream_rate_limited'],
    [failure.rejected, 'rejected_by_upstream'],
  ] as const
  for (const [upstream, tag] of failures) {
    it(`gives everything back when the upstream fails: ${upstream.tag} is ${tag}`, async () => {
      const on = stage([fakeProvider({ complete: upstream })])
      const result = await completeChat(on.deps)(on.input())
      expect(isLeft(result) && result.left.tag).to.equal(tag)
      await on.settlements.drain()
      expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'upstream_failed' })
      expect(on.hold().receipt).to.include({ outcome: 'upstream_failed', surface: 'chat' })
      expect(on.hold().receipt).to.deep.include({ outcome: 'upstream_failed' })
      expect(on.transfers()).to.deep.equal([])
    })
  }

  it('keeps the word of the provider for a failure on the receipt', async () => {
    const on = stage([fakeProvider({ complete: { ...failure.rejected, upstreamCode: 'invalid_value' } })])
    await completeChat(on.deps)(on.input())
    await on.settlements.drain()
    expect(on.hold().receipt).to.have.nested.property('attempts[0].upstreamCode', 'invalid_value')
  })

  it('gives everything back when the answer has no choices, or the adapter has a bug', async () => {
    const empty = stage([fakeProvider({ complete: { choices: [], usage } })])
    const result = await completeChat(empty.deps)(empty.input())
    expect(result).to.deep.equal(left({ tag: 'upstream_error', mayHaveWorked: true }))
    const broken = stage([fakeProvider({ complete: 'throw' })])
    const work = async () => await completeChat(broken.deps)(broken.input())
    await work().then(
      () => expect.fail('must throw'),
      () => undefined,
    )
    for (const on of [empty, broken]) {
      await on.settlements.drain()
      expect(on.hold().state).to.equal('released')
    }
  })

  it('does not charge a refusal, in whichever form the provider tells it', async () => {
    const refusing = {
      ...completion(null, usage),
      choices: [
        {
          index: 0,
          message: { role: 'assistant' as const, content: null, refusal: 'no' },
          finish_reason: 'stop' as const,
        },
      ],
    }
    for (const complete of [refusing, failure.refusedContent]) {
      const on = stage([fakeProvider({ complete })])
      const { answer, delivered } = unwrap(await completeChat(on.deps)(on.input()))
      expect(answer.completion.choices[0]).to.deep.include({ finish_reason: 'content_filter' })
      expect(answer.priceMicro).to.equal(0n)
      delivered()
      await on.settlements.drain()
      expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'refused' })
      expect(on.hold().receipt).to.include({ outcome: 'refused', surface: 'chat' })
    }
  })

  it('is charged by our own count, never above the hold, when the provider reports no usage', async () => {
    const on = stage([
      fakeProvider({ complete: completion('hello', null) }, { complete: completion('x'.repeat(5000), null) }),
    ])
    const small = unwrap(await completeChat(on.deps)(on.input()))
    // "user" and "hello" in, "hello" out, a token a character.
    expect(small.answer).to.deep.include({ usage: usageOf(9, 5), priceMicro: 19_000n })
    small.delivered()
    await on.settlements.drain()
    expect(on.hold().receipt).to.deep.include({ estimated: true })
    const large = unwrap(await completeChat(on.deps)(on.input()))
    expect(large.answer.priceMicro).to.equal(on.hold().amount)
  })

  it('is charged what was held where the provider counts a prompt that no such call can have', async () => {
    const model = chatModel({ limits: { ...chatModel().limits, contextTokens: 1_000_000 } })
    const on = stage([fakeProvider({ complete: completion('hello', usageOf(900_000, 5)) })], { models: [model] })
    const metered = unwrap(await completeChat(on.deps)(on.input()))
    expect(metered.answer).to.deep.include({ usage: usageOf(9, 5), priceMicro: HOLD })
    metered.delivered()
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ settledAmount: HOLD })
    expect(on.hold().receipt).to.deep.include({ estimated: true })
  })

  it('costs what it really used, even above the hold; what the wallet lacks the house writes off', async () => {
    const on = stage([fakeProvider({ complete: completion('x', usageOf(0, 10_000)) })], { balance: 5_000_000n })
    unwrap(await completeChat(on.deps)(on.input())).delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(0n)
    expect(on.transfers().map(({ kind, amount }) => [kind, amount])).to.deep.equal([
      ['charge', 5_000_000n],
      ['writeoff', 15_000_000n],
    ])
  })

  it('goes on to the next deployment when the first cannot, and only then', async () => {
    for (const upstream of [failure.unreachable, failure.rateLimited, failure.serverError]) {
      const on = stage([fakeProvider({ complete: upstream }), answering()], { models: [TWO_DEPLOYMENTS] })
      const { delivered } = unwrap(await completeChat(on.deps)(on.input()))
      delivered()
      await on.settlements.drain()
      expect(on.hold().receipt).to.deep.include({
        deployment: { provider: 'second', upstreamModel: 'm2' },
        attempts: [
          {
            provider: 'first',
            upstreamModel: 'm1',
            chosenBy: 'order',
            outcome: upstream.tag,
            upstreamRequestId: 'req',
          },
          {
            provider: 'second',
            upstreamModel: 'm2',
            chosenBy: 'failover',
            outcome: 'answered',
            upstreamRequestId: 'up-1',
          },
        ],
      })
    }
    for (const upstream of [failure.timedOut, failure.cut, failure.rejected]) {
      const second = answering()
      const on = stage([fakeProvider({ complete: upstream }), second], { models: [TWO_DEPLOYMENTS] })
      expect(isLeft(await completeChat(on.deps)(on.input()))).to.equal(true)
      expect(second.calls).to.have.lengthOf(0)
    }
  })

  it('leaves a sick deployment alone for a while, then tries it again', async () => {
    const sick = fakeProvider({ complete: failure.serverError })
    const on = stage([sick, answering()], { models: [TWO_DEPLOYMENTS], balance: 10n ** 12n })
    let conversations = 0
    const call = async (): Promise<void> => {
      const input = { ...on.input(), session: `conversation ${(conversations += 1)}` }
      unwrap(await completeChat(on.deps)(input)).delivered()
    }
    for (let count = 0; count < 8; count += 1) await call()
    expect(sick.calls).to.have.lengthOf(5)
    on.clock.nowMs = 30_000
    await call()
    await call()
    expect(sick.calls).to.have.lengthOf(6)
  })

  it('serves exactly as many parallel calls as the wallet covers', async () => {
    const lone = stage([answering()])
    await completeChat(lone.deps)(lone.input())
    const holdMicro = lone.hold().amount

    const on = stage([answering()], { balance: holdMicro * 7n + holdMicro / 2n })
    const results = await Promise.all(Array.from({ length: 200 }, async () => completeChat(on.deps)(on.input())))
    const served = results.filter(isRight)
    expect(served).to.have.lengthOf(7)
    for (const result of results) if (isLeft(result)) expect(result.left.tag).to.equal('balance_held')
    for (const { right } of served) right.delivered()
    await on.settlements.drain()
    expect(on.balance()).to.equal(holdMicro * 7n + holdMicro / 2n - 7n * PRICE)
    expect(on.memory.wallets.get(WALLET)?.held).to.equal(0n)
  })
})
