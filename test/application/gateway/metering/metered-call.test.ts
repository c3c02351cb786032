import { expect } from 'chai'
import { left } from 'fp-ts/lib/Either.js'
import { memoryTokenLimiter } from '../../../../src/adapters/limits/memory-token-limiter.ts'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import type { ChatInput } from '../../../../src/application/gateway/chat/chat-call.ts'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import type { RateVerdict } from '../../../../src/domain/limits/rate-limit.ts'
import { usageOf } from '../../../support/chat/chat-models.ts'
import { completion, failure, fakeProvider, KEY, shortBy, stage, unwrap } from '../gateway-stage.ts'

const LIMIT = 1000
const answering = () => fakeProvider({ complete: completion('hello', usageOf(10, 5)) })

/** A stage whose one key may use so many tokens a minute, and a look at what is left of them. */
const limitedStage = (...[providers, options]: Parameters<typeof stage>) => {
  const on = stage(providers, options)
  const limiter = memoryTokenLimiter({ monotonicMs: () => 0 })
  const heard: RateVerdict[] = []
  const asked = (request: Parameters<typeof on.input>[0] = {}): ChatInput => {
    const input = on.input({ max_tokens: 50, ...request })
    return {
      ...input,
      principal: { ...input.principal, tokensPerMinute: LIMIT },
      onTokens: (verdict) => heard.push(verdict),
    }
  }
  const look = { bucket: `key:${KEY}`, limit: LIMIT, windowMs: 60_000, operationId: 'look', tokens: 1 }
  return {
    ...on,
    deps: { ...on.deps, tokenLimiter: limiter },
    asked,
    heard,
    used: () => LIMIT - limiter.peek(look).remaining - look.tokens,
    useUp: () => limiter.note({ ...look, operationId: 'others', tokens: LIMIT }),
  }
}

describe('a call of a key with a limit of tokens', () => {
  it('takes the most it may use, and counts what it has used once it has ended', async () => {
    const on = limitedStage([answering()])
    const metered = unwrap(await completeChat(on.deps)(on.asked()))
    const taken = on.used()
    expect(taken, 'the output limit, and a bound of the prompt').to.be.within(51, 300)
    expect(on.heard).to.deep.equal([
      { allowed: true, limit: LIMIT, remaining: LIMIT - taken, resetMs: 60_000, retryAfterSeconds: 0 },
    ])
    metered.delivered()
    metered.delivered()
    await on.settlements.drain()
    expect(on.used()).to.equal(15)
  })

  it('is refused before its money is held and its provider is asked', async () => {
    const provider = answering()
    const on = limitedStage([provider])
    on.useUp()
    const refused = { tag: 'rate_limit_exceeded', retryAfterSeconds: 60, tokensOfKey: LIMIT }
    expect(await completeChat(on.deps)(on.asked())).to.deep.equal(left(refused))
    expect(await streamChat(on.deps)(on.asked())).to.deep.equal(left(refused))
    expect([provider.calls.length, on.memory.holds.size]).to.deep.equal([0, 0])
    expect(on.heard.map(({ remaining }) => remaining)).to.deep.equal([0, 0])
  })

  it('is possible where it is larger than the limit, alone', async () => {
    const on = limitedStage([answering(), answering()])
    const metered = unwrap(await completeChat(on.deps)(on.asked({ max_tokens: 4000 })))
    expect(on.used() + 1).to.equal(LIMIT)
    expect(await completeChat(on.deps)(on.asked({ max_tokens: 1 }))).to.have.nested.property('left.tokensOfKey', LIMIT)
    metered.delivered()
    await on.settlements.drain()
    expect(on.used()).to.equal(15)
  })

  it('gives all of them back where its money is not there, and where its provider fails', async () => {
    const poor = limitedStage([answering()], { balance: 10n })
    expect(await completeChat(poor.deps)(poor.asked())).to.deep.equal(
      shortBy('insufficient_balance', [245_000n, 0n, 10n]),
    )
    const failing = limitedStage([fakeProvider({ complete: failure.rejected })])
    expect(await completeChat(failing.deps)(failing.asked())).to.have.nested.property('left.tag')
    for (const on of [poor, failing]) {
      await on.settlements.drain()
      expect(on.heard[0]?.allowed).to.equal(true)
      expect(on.used()).to.equal(0)
    }
  })

  it('asks no limiter where its key has no such limit', async () => {
    const on = stage([answering()])
    const never = (): never => expect.fail('the limiter was asked')
    const deps = { ...on.deps, tokenLimiter: { take: never, correct: never } }
    unwrap(await completeChat(deps)(on.input())).delivered()
    await on.settlements.drain()
    expect(on.hold().state).to.equal('settled')
  })

  it('is charged as ever where the correction fails', async () => {
    const on = limitedStage([answering()])
    const correct = (): Promise<void> => Promise.reject(new Error('away'))
    const deps = { ...on.deps, tokenLimiter: { take: on.deps.tokenLimiter.take, correct } }
    unwrap(await completeChat(deps)(on.asked())).delivered()
    await on.settlements.drain()
    expect(on.hold().state).to.equal('settled')
    expect(on.used(), 'the estimate stays').to.be.within(51, 300)
  })
})
