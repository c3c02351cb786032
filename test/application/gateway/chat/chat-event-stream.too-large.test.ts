import { expect } from 'chai'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import type { ChatEvent } from '../../../../src/application/gateway/chat/chat-event.ts'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import { chatModel, usageOf } from '../../../support/chat/chat-models.ts'
import { chunk, failure, fakeProvider, stage, unwrap } from '../gateway-stage.ts'
import type { Stage, StageOptions, Step } from '../gateway-stage.ts'

/** "user" and "hello" are 9 tokens; a character of the answer is one, and costs twice as much. */
const PROMPT = 9_000n
const START = 100_000_000n
const role = chunk({ role: 'assistant', content: '' })

const playing = (steps: readonly Step[], options: StageOptions = {}): Stage =>
  stage([fakeProvider({ stream: [...steps, failure.tooLarge] })], options)

/** Reads a stream to its end, and answers its last event. */
const lastOf = async (on: Stage, asked = {}): Promise<ChatEvent | undefined> => {
  let last: ChatEvent | undefined
  for await (const event of unwrap(await streamChat(on.deps)(on.input(asked))).events) last = event
  await on.settlements.drain()
  return last
}

const FAILED = { tag: 'failed', failure: { tag: 'upstream_error', mayHaveWorked: true, isTooLarge: true } }

const isAdmitted = (on: Stage): boolean => {
  const [deployment] = chatModel().deployments
  return deployment !== undefined && on.circuits.admits(deployment)
}

describe('a stream that meets a bound of the gateway', () => {
  it('ends there as at its limit, and its caller is charged what it was given', async () => {
    const on = playing([role, chunk({ content: 'hel' }), chunk({ content: 'lo' })])
    const events: ChatEvent[] = []
    for await (const event of unwrap(await streamChat(on.deps)(on.input())).events) events.push(event)
    await on.settlements.drain()
    const ends = events.flatMap((event) =>
      event.tag === 'chunks'
        ? event.chunks.flatMap(({ choices }) => choices.map((choice) => choice.finish_reason))
        : [],
    )
    expect(ends.filter((end) => end !== null)).to.deep.equal(['length'])
    expect(events.at(-1)).to.include({ tag: 'completed', priceMicro: PROMPT + 10_000n })
    expect(START - on.balance()).to.equal(PROMPT + 10_000n)
    expect(on.hold().receipt).to.deep.include({
      outcome: 'succeeded',
      estimated: true,
      attempts: [
        { provider: 'first', upstreamModel: 'm', chosenBy: 'order', outcome: 'too_large', upstreamRequestId: 'up-1' },
      ],
    })
  })

  it("is charged by the provider's count where that is larger", async () => {
    const on = playing([role, chunk({ content: 'hello' }, null, usageOf(9, 50))])
    await lastOf(on)
    expect(START - on.balance()).to.equal(PROMPT + 100_000n)
  })

  it('is never charged more than was held', async () => {
    const on = playing([role, chunk({ content: 'x'.repeat(50_000) })])
    await lastOf(on, { max_tokens: 10 })
    expect(START - on.balance()).to.equal(on.hold().amount)
  })

  it('is charged to a caller that has left where the answer is read to its end for it', async () => {
    const on = playing([role, chunk({ content: 'hel' }), chunk({ content: 'lo' })], {
      models: [chatModel({ hiddenReasoning: true })],
    })
    const { events, disconnect } = unwrap(await streamChat(on.deps)(on.input()))
    await events.next()
    disconnect()
    await on.settlements.drain()
    expect(START - on.balance()).to.equal(PROMPT + 10_000n)
  })

  it('is free where nothing has come of the answer, and where it was a refusal', async () => {
    const empty = playing([role])
    expect(await lastOf(empty)).to.deep.equal(FAILED)
    const refused = playing([role, chunk({ refusal: 'No.' })])
    expect(await lastOf(refused)).to.deep.equal(FAILED)
    for (const on of [empty, refused]) expect(on.balance()).to.equal(START)
  })

  it('does not have its deployment blamed, however often', async () => {
    const on = playing([role, chunk({ content: 'hel' })])
    for (let calls = 0; calls < 6; calls += 1) await lastOf(on)
    expect(isAdmitted(on)).to.equal(true)
  })
})

describe('a whole answer that meets a bound of the gateway', () => {
  it('is free, and its deployment is not blamed, however often', async () => {
    const on = stage([fakeProvider({ complete: failure.tooLarge })])
    for (let calls = 0; calls < 6; calls += 1) {
      expect(await completeChat(on.deps)(on.input())).to.deep.include({ left: FAILED.failure })
    }
    await on.settlements.drain()
    expect(on.balance()).to.equal(START)
    expect(isAdmitted(on)).to.equal(true)
  })
})
