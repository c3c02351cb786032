import { expect } from 'chai'
import fc from 'fast-check'
import { systemTimer } from '../../../../../src/adapters/runtime/system-timer.ts'
import type { ChatEvent } from '../../../../../src/application/gateway/chat/chat-event.ts'
import type { ChatEventStream } from '../../../../../src/application/gateway/chat/chat-event-stream.ts'
import { streamChat } from '../../../../../src/application/gateway/chat/stream-chat.ts'
import type { ChatChunk } from '../../../../../src/domain/chat/chunk.ts'
import { chatModel, TWO_DEPLOYMENTS, usageOf } from '../../../../support/chat/chat-models.ts'
import { activeTimers } from '../../../../support/active-timers.ts'
import { chunk, failure, fakeProvider, stage, unwrap, usageChunk, WALLET } from '../../gateway-stage.ts'
import type { Stage, StageOptions, Step } from '../../gateway-stage.ts'

const usage = usageOf(9, 5)
/** "user" and "hello" are 9 tokens, characters out one each. */
const PROMPT = 9_000n
const FULL = 19_000n
const START = 100_000_000n
const role = chunk({ role: 'assistant', content: '' })
const whole: readonly ChatChunk[] = [
  role,
  chunk({ content: 'hel' }),
  chunk({ content: 'lo' }),
  chunk({}, 'stop'),
  usageChunk(usage),
]

const hidden: StageOptions = { models: [chatModel({ hiddenReasoning: true })] }

const playing = (steps: readonly Step[], options: StageOptions = {}): Stage =>
  stage([fakeProvider({ stream: steps })], options)

const open = async (on: Stage): Promise<ChatEventStream> => unwrap(await streamChat(on.deps)(on.input()))

/** Reads `given` events and leaves, `waiting` for one more or not. Answers what it is charged. */
const leaveAfter = async (on: Stage, given: number, waiting = false): Promise<bigint> => {
  const { events, disconnect } = await open(on)
  for (let read = 0; read < given; read += 1) await events.next()
  const pending = waiting ? events.next() : null
  disconnect()
  if (pending !== null) expect((await pending).done, 'nothing is given to a caller that has gone').to.equal(true)
  await on.settlements.drain()
  expect(on.memory.wallets.get(WALLET)?.held).to.equal(0n)
  expect(on.hold().state).not.to.equal('held')
  return START - on.balance()
}

describe('a caller that leaves a stream', () => {
  it('before asking for anything costs nothing, and the upstream is not called', async () => {
    const provider = fakeProvider({ stream: whole })
    const on = stage([provider])
    expect(await leaveAfter(on, 0)).to.equal(0n)
    expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'not_called' })
    expect(provider.calls).to.have.lengthOf(0)
  })

  it('before the first word is charged the prompt once the word has come; the upstream call is then cancelled', async () => {
    const provider = fakeProvider({ stream: [role, chunk({ content: 'hel' }), 'wait'] })
    const on = stage([provider])
    expect(await leaveAfter(on, 0, true)).to.equal(PROMPT)
    expect(on.hold().receipt).to.deep.include({ outcome: 'client_left', estimated: true })
    expect(provider.calls[0]?.signal?.aborted).to.equal(true)
    expect(provider.closed).to.equal(1)
  })

  it("before the first word is charged by the provider's count of the prompt where it came", async () => {
    const on = playing([chunk({ role: 'assistant' }, null, usageOf(40, 1)), chunk({ content: 'hel' }), 'wait'])
    expect(await leaveAfter(on, 0, true)).to.equal(40_000n)
  })

  it('before the first word is charged our own count of the prompt where the provider’s cannot be true', async () => {
    const lie = usageOf(30_000_000, 1)
    const on = playing([chunk({ role: 'assistant' }, null, lie), chunk({ content: 'hel' }), 'wait'])
    expect(await leaveAfter(on, 0, true)).to.equal(PROMPT)
    expect(on.hold().receipt).to.deep.include({ estimated: true })
  })

  it('before the first word leaves no timer behind once the word has come', async () => {
    const before = await activeTimers()
    const on = playing([role, chunk({ content: 'hel' }), 'wait'], { sleep: systemTimer.sleep })
    for (let count = 0; count < 20; count += 1) await leaveAfter(on, 0, true)
    expect(await activeTimers()).to.equal(before)
  })

  it('while the upstream is silent costs nothing after a minute; the call is cancelled, the deployment not blamed', async () => {
    const slept: number[] = []
    const provider = fakeProvider({ stream: ['wait'] })
    const on = stage([provider], { sleep: async (durationMs) => void slept.push(durationMs) })
    expect(await leaveAfter(on, 0, true)).to.equal(0n)
    expect(slept).to.deep.equal([60_000])
    expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'nothing_delivered' })
    expect(on.hold().receipt).to.deep.include({
      attempts: [
        { provider: 'first', upstreamModel: 'm', chosenBy: 'order', outcome: 'abandoned', upstreamRequestId: null },
      ],
    })
    expect(provider.calls[0]?.signal?.aborted).to.equal(true)
    expect(on.circuits.admits({ provider: 'first', upstreamModel: 'm', parameters: {} })).to.equal(true)
  })

  it('pays nothing to a provider that then fails, and no other deployment is asked', async () => {
    const second = fakeProvider({ stream: whole })
    for (const script of [failure.serverError, [role, failure.cut], 'throw'] as const) {
      const on = stage([fakeProvider({ stream: script }), second], { models: [TWO_DEPLOYMENTS] })
      expect(await leaveAfter(on, 0, true)).to.equal(0n)
      expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'upstream_failed' })
    }
    expect(second.calls).to.have.lengthOf(0)
  })

  it('pays nothing for a refusal that comes as the first word', async () => {
    for (const script of [[role, chunk({ refusal: 'No.' }), chunk({}, 'stop')], failure.refusedContent] as const) {
      const on = stage([fakeProvider({ stream: script })])
      expect(await leaveAfter(on, 0, true)).to.equal(0n)
      expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'refused' })
    }
  })

  it('pays for an answer of which all was used up without a word, by the count that came with it', async () => {
    const on = playing([role, chunk({}, 'length'), usageChunk(usageOf(9, 100))])
    expect(await leaveAfter(on, 0, true)).to.equal(209_000n)
    expect(on.hold().receipt).to.deep.include({ outcome: 'client_left' })
  })

  it('pays for chunks that were handed over together, acknowledged or not', async () => {
    const on = playing([role, chunk({ content: 'hel' }), [chunk({ content: 'l' }), chunk({ content: 'o' })], 'wait'])
    expect(await leaveAfter(on, 2)).to.equal(FULL)
  })

  it('does not pay less because the only count so far is from before the words', async () => {
    const early = chunk({ role: 'assistant' }, null, usageOf(9, 1))
    const on = playing([early, chunk({ content: 'hel' }), chunk({ content: 'lo' }), 'wait'])
    expect(await leaveAfter(on, 2)).to.equal(FULL)
  })

  it('with its whole answer pays the count that is still to come, however it differs from the text', async () => {
    const on = playing([...whole.slice(0, 4), usageChunk(usageOf(10, 500, { reasoningTokens: 495 }))])
    expect(await leaveAfter(on, 3)).to.equal(1_010_000n)
    expect(on.hold().receipt).to.deep.include({ outcome: 'client_left', estimated: false })
    const broken = playing([...whole.slice(0, 4), failure.cut])
    expect(await leaveAfter(broken, 3)).to.equal(FULL)
  })

  it('never pays more than the hold', async () => {
    for (const [options, given] of [
      [{}, 1],
      [{}, 2],
      [hidden, 0],
      [hidden, 1],
    ] as const) {
      const steps = [role, chunk({ content: 'hel' }, null, usageOf(10, 90_000)), chunk({}, 'stop')]
      const on = playing([...steps, usageChunk(usageOf(10, 90_000))], options)
      expect(await leaveAfter(on, given, given === 0)).to.equal(on.hold().amount)
    }
  })

  it('by breaking its loop, twice, or late changes nothing', async () => {
    const on = playing(whole)
    const stream = await open(on)
    for await (const event of stream.events) if (event.tag === 'completed') break
    stream.disconnect()
    await stream.events.return?.()
    await on.settlements.drain()
    expect(on.balance()).to.equal(START - FULL)
    const failed = playing([role, chunk({ content: 'a' }), failure.cut])
    for await (const event of (await open(failed)).events) if (event.tag === 'failed') break
    await failed.settlements.drain()
    expect(failed.balance()).to.equal(START)
  })

  it('without paying is reported when it happens repeatedly', async () => {
    const on = playing(['wait'], { sleep: async () => undefined })
    for (let count = 0; count < 8; count += 1) await leaveAfter(on, 0, true)
    expect(on.unpaid).to.deep.equal([`${WALLET} 4`, `${WALLET} 8`])
    on.clock.nowMs += 11 * 60_000
    for (let count = 0; count < 3; count += 1) await leaveAfter(on, 0, true)
    expect(on.unpaid).to.have.lengthOf(2)
  })
})

describe('a caller that leaves a provider which bills output that it does not show', () => {
  const thinking = [...whole.slice(0, 4), usageChunk(usageOf(9, 500, { reasoningTokens: 495 }))]

  it('pays the full price whenever it leaves, and the upstream call is not cancelled', async () => {
    for (const [given, waiting] of [
      [0, true],
      [1, false],
      [1, true],
      [2, false],
      [3, false],
    ] as const) {
      const provider = fakeProvider({ stream: thinking })
      const on = stage([provider], hidden)
      expect(await leaveAfter(on, given, waiting), `after ${given}`).to.equal(1_009_000n)
      expect(provider.calls[0]?.signal?.aborted).to.equal(false)
    }
  })

  it('pays nothing where the stream then breaks', async () => {
    for (const broken of [failure.cut, failure.timedOut]) {
      const on = playing([role, chunk({ content: 'hel' }), broken], hidden)
      expect(await leaveAfter(on, 1)).to.equal(0n)
      expect(on.hold()).to.deep.include({ releaseReason: 'upstream_failed' })
    }
  })

  it('pays all output that was held for where the deadline ends the stream', async () => {
    const on = playing([role, chunk({ content: 'hel' }), failure.deadline], hidden)
    expect(await leaveAfter(on, 1)).to.equal(PROMPT + 1000n * 2000n)
    const silent = playing([role, failure.deadline], hidden)
    expect(await leaveAfter(silent, 0, true), 'no word had come').to.equal(0n)
  })
})

describe('a process that stops while a provider is read for a caller that has gone', () => {
  const leaveThenStop = async (on: Stage, given: number): Promise<bigint> => {
    const { events, disconnect } = await open(on)
    for (let read = 0; read < given; read += 1) await events.next()
    const pending = given === 0 ? events.next() : null
    disconnect()
    expect(on.settlements.pending()).to.equal(1)
    on.stopReads()
    await pending
    await on.settlements.drain()
    expect(on.memory.wallets.get(WALLET)?.held).to.equal(0n)
    return START - on.balance()
  }

  it('charges what was delivered of an answer with hidden output, and waits for no count', async () => {
    const provider = fakeProvider({ stream: [role, chunk({ content: 'hel' }), 'wait'] })
    const on = stage([provider], hidden)
    expect(await leaveThenStop(on, 1)).to.equal(PROMPT + 6_000n)
    expect(on.hold().receipt).to.deep.include({ outcome: 'client_left', estimated: true })
    expect(provider.calls[0]?.signal?.aborted).to.equal(true)
  })

  it('charges a whole answer by its own count, and waits for no other', async () => {
    const on = playing([...whole.slice(0, 4), 'wait'])
    expect(await leaveThenStop(on, 3)).to.equal(FULL)
  })

  it('charges nothing where the provider has not begun', async () => {
    const on = playing([role, 'wait'])
    expect(await leaveThenStop(on, 0)).to.equal(0n)
    expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'nothing_delivered' })
  })

  it('waits for none of those that leave later', async () => {
    const on = playing([role, chunk({ content: 'hel' }), 'wait'], hidden)
    on.stopReads()
    expect(await leaveAfter(on, 1)).to.equal(PROMPT + 6_000n)
  })
})

/** How a provider counts while it streams. */
const COUNTS = ['at the end', 'first the prompt', 'all the time'] as const

/** A stream of words in packets, with its counts, whose full price is known. */
const scriptOf = (packets: readonly (readonly string[])[], counts: (typeof COUNTS)[number]): readonly Step[] => {
  let characters = 0
  const words = packets.map((packet) =>
    packet.map((content) => {
      characters += content.length
      return chunk({ content }, null, counts === 'all the time' ? usageOf(9, characters) : null)
    }),
  )
  const first = counts === 'first the prompt' ? chunk({ role: 'assistant' }, null, usageOf(9, 1)) : role
  return [first, ...words, chunk({}, 'stop'), usageChunk(usageOf(9, characters))]
}

describe('no moment of leaving', () => {
  it('is cheaper than an earlier one, than the prompt once the provider has begun, or more expensive than the whole answer', async () => {
    const word = fc.stringMatching(/^[a-z]{1,4}$/)
    const packets = fc.array(fc.array(word, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(packets, fc.constantFrom(...COUNTS), fc.boolean(), async (list, counts, isHidden) => {
        const script = scriptOf(list, counts)
        const characters = list.flat().join('').length
        const full = PROMPT + BigInt(characters) * 2000n
        let before = PROMPT
        // One event a packet, the end, and the completion.
        for (let given = 0; given <= list.length + 2; given += 1) {
          for (const waiting of given === 0 ? [true] : [false, true]) {
            const charged = await leaveAfter(playing(script, isHidden ? hidden : {}), given, waiting)
            expect(charged >= before && charged <= full, `${charged} after ${given} of ${full}`).to.equal(true)
            if (isHidden) expect(charged).to.equal(full)
            before = charged
          }
        }
        expect(before).to.equal(full)
      }),
      { numRuns: 40 },
    )
  })
})

describe('a caller that reads a stream until its deadline', () => {
  /** Reads everything; between two events so much time passes at the caller and so much at the provider. */
  const readAll = async (on: Stage, callerMs: number, providerMs: number): Promise<ChatEvent | undefined> => {
    const { events } = await open(on)
    let last: ChatEvent | undefined
    for (;;) {
      const asked = events.next()
      on.clock.nowMs += providerMs
      const next = await asked
      if (next.done === true) break
      last = next.value
      on.clock.nowMs += callerMs
    }
    await on.settlements.drain()
    return last
  }
  const untilDeadline: readonly Step[] = [role, chunk({ content: 'hel' }), chunk({ content: 'lo' }), failure.deadline]

  it('is charged what it was given where the gateway waited for it most of the time', async () => {
    const on = playing(untilDeadline)
    const last = await readAll(on, 29_000, 10)
    expect(last).to.deep.equal({
      tag: 'failed',
      failure: { tag: 'upstream_timeout', mayHaveWorked: true, isCharged: true },
    })
    expect(START - on.balance()).to.equal(FULL)
    expect(on.hold().receipt).to.deep.include({ outcome: 'client_left' })
  })

  it('is charged where it idled for a third of the time, behind a provider that worked for the rest', async () => {
    const on = playing(untilDeadline)
    expect(await readAll(on, 100_000, 200_000)).to.deep.include({
      failure: { tag: 'upstream_timeout', mayHaveWorked: true, isCharged: true },
    })
    expect(START - on.balance()).to.equal(FULL)
  })

  it('is charged nothing where the gateway waited for it for less than a tenth of the time', async () => {
    const on = playing(untilDeadline)
    expect(await readAll(on, 10_000, 200_000)).to.deep.include({ tag: 'failed' })
    expect(on.balance()).to.equal(START)
  })

  it('does not have its deployment blamed for the deadline', async () => {
    const on = playing(untilDeadline)
    for (let calls = 0; calls < 6; calls += 1) await readAll(on, 29_000, 10)
    const [deployment] = chatModel().deployments
    expect(deployment === undefined ? null : on.circuits.admits(deployment)).to.equal(true)
  })

  it('is charged nothing where the provider was slow', async () => {
    const on = playing(untilDeadline)
    expect(await readAll(on, 10, 29_000)).to.deep.include({ tag: 'failed' })
    expect(on.balance()).to.equal(START)
  })
})
