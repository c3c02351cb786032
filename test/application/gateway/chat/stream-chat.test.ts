import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { ChatEvent } from '../../../../src/application/gateway/chat/chat-event.ts'
import type { ChatEventStream } from '../../../../src/application/gateway/chat/chat-event-stream.ts'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import type { ChatChunk, ChunkChoice } from '../../../../src/domain/chat/chunk.ts'
import type { UpstreamFailure } from '../../../../src/domain/routing/upstream-failure.ts'
import { TWO_DEPLOYMENTS, usageOf } from '../../../support/chat/chat-models.ts'
import { chunk, failure, fakeProvider, shortBy, stage, unwrap, usageChunk } from '../gateway-stage.ts'
import type { Stage, Step } from '../gateway-stage.ts'

const usage = usageOf(10, 5)
const PRICE = 20_000n
const role = chunk({ role: 'assistant', content: '' })
const whole: readonly ChatChunk[] = [
  role,
  chunk({ content: 'hel' }),
  chunk({ content: 'lo' }),
  chunk({}, 'stop'),
  usageChunk(usage),
]

const open = async (on: Stage): Promise<ChatEventStream> => unwrap(await streamChat(on.deps)(on.input()))

const readAll = async ({ events }: ChatEventStream): Promise<readonly ChatEvent[]> => {
  const read: ChatEvent[] = []
  for await (const event of events) read.push(event)
  return read
}

const textOf = ({ delta, finish_reason }: ChunkChoice): string =>
  (delta.content ?? delta.refusal ?? '') + (finish_reason ?? '')

/** Text as it was sent, then how it ended. */
const summaryOf = (events: readonly ChatEvent[]): string =>
  events
    .map((event) => {
      switch (event.tag) {
        case 'chunks':
          return event.chunks.map(({ choices }) => choices.map(textOf).join()).join('|')
        case 'completed':
          return `completed ${event.priceMicro}`
        case 'failed':
          return event.failure.tag
      }
    })
    .join('|')

const playing = (...steps: readonly Step[]) => stage([fakeProvider({ stream: steps })])

describe('a streamed chat call', () => {
  it('is held at once, asks the upstream with the first event, and is charged after the last', async () => {
    const provider = fakeProvider({ stream: whole })
    const on = stage([provider])
    const { events, operationId } = await open(on)
    expect(on.hold()).to.deep.include({ id: operationId, state: 'held' })
    expect(provider.calls).to.have.lengthOf(0)

    const read: ChatEvent[] = []
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      await on.settlements.drain()
      expect(on.hold().state, 'nothing is charged while the answer is under way').to.equal('held')
      read.push(next.value)
    }
    expect(summaryOf(read)).to.equal(`|hel|lo|stop|completed ${PRICE}`)
    expect(read.at(-1)).to.deep.include({ usage })
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ state: 'settled', settledAmount: PRICE })
    expect(on.hold().receipt).to.deep.include({ outcome: 'succeeded', estimated: false })
    expect(on.balance()).to.equal(100_000_000n - PRICE)
    expect(provider.closed).to.equal(1)
    expect((await events.next()).done).to.equal(true)
  })

  it('has its time to the first token noted once, and on its receipt, tries at other providers included', async () => {
    const [broken, good] = [fakeProvider({ stream: failure.unreachable }), fakeProvider({ stream: whole })]
    /** The time that a provider takes until it answers. */
    const slow = (provider: typeof good, ms: number): typeof good => ({
      ...provider,
      stream: (call) => {
        on.clock.nowMs += ms
        return provider.stream(call)
      },
    })
    const on: Stage = stage([slow(broken, 300), slow(good, 400)], { models: [TWO_DEPLOYMENTS] })
    await readAll(await open(on))
    expect(on.firstTokens).to.deep.equal([700])
    await on.settlements.drain()
    expect(on.hold().receipt).to.include({ firstWordMs: 700 })
  })

  it('has no time to the first token where there is none', async () => {
    const on = playing(role, chunk({}, 'stop'), usageChunk(usage))
    await readAll(await open(on))
    expect(on.firstTokens).to.deep.equal([])
    await on.settlements.drain()
    expect(on.hold().receipt).not.to.have.property('firstWordMs')
  })

  it('is refused without a call when the money is not there', async () => {
    const provider = fakeProvider({ stream: whole })
    const on = stage([provider], { balance: 10n })
    expect(await streamChat(on.deps)(on.input())).to.deep.equal(shortBy('insufficient_balance', [2_145_000n, 0n, 10n]))
    expect(provider.calls).to.have.lengthOf(0)
  })

  it('takes the last usage wherever it comes, and counts by itself where none does', async () => {
    const inFinish = playing(role, chunk({ content: 'a' }, null, usageOf(1, 1)), chunk({}, 'stop', usage))
    expect(summaryOf(await readAll(await open(inFinish)))).to.equal(`|a|stop|completed ${PRICE}`)
    const uncounted = playing(role, chunk({ content: 'hello' }), chunk({}, 'stop'))
    expect(summaryOf(await readAll(await open(uncounted)))).to.equal('|hello|stop|completed 19000')
    await uncounted.settlements.drain()
    expect(uncounted.hold().receipt).to.deep.include({ estimated: true })
  })

  it('never shows a chunk without choices', async () => {
    const on = playing(
      { choices: [], usage: null },
      role,
      chunk({ content: 'a' }),
      usageChunk(usage),
      [usageChunk(usage), chunk({ content: 'b' })],
      chunk({}, 'stop'),
    )
    const events = await readAll(await open(on))
    expect(summaryOf(events)).to.equal(`|a|b|stop|completed ${PRICE}`)
    for (const event of events) {
      if (event.tag === 'chunks') for (const { choices } of event.chunks) expect(choices).not.to.have.lengthOf(0)
    }
  })

  it('charges an empty answer by its usage, and one of which nothing is known not at all', async () => {
    const empty = playing(role, chunk({}, 'length'), usageChunk(usage))
    expect(summaryOf(await readAll(await open(empty)))).to.equal(`|length|completed ${PRICE}`)
    const unknown = playing(role, chunk({}, 'stop'))
    expect(summaryOf(await readAll(await open(unknown)))).to.equal('|stop|completed 0')
    await unknown.settlements.drain()
    expect(unknown.hold()).to.deep.include({ state: 'released', releaseReason: 'nothing_delivered' })
  })
})

describe('chunks that arrive together', () => {
  it('are sent together, the first content with all that came before it', async () => {
    const on = playing(
      role,
      [chunk({ content: 'hel' }), chunk({ content: 'lo' })],
      [chunk({}, 'stop'), usageChunk(usage)],
    )
    const events = await readAll(await open(on))
    expect(events.map((event) => summaryOf([event]))).to.deep.equal(['|hel|lo', 'stop', `completed ${PRICE}`])
  })

  it('end as they would have ended alone', async () => {
    const answered = playing([role, chunk({ content: 'hello' }), chunk({}, 'stop'), usageChunk(usage)])
    expect(summaryOf(await readAll(await open(answered)))).to.equal(`|hello|stop|completed ${PRICE}`)
    const refused = playing([role, chunk({ refusal: 'No.' }), chunk({}, 'stop'), usageChunk(usage)])
    expect(summaryOf(await readAll(await open(refused)))).to.equal('|No.|content_filter|completed 0')
  })
})

describe('a stream that fails', () => {
  const broken: readonly (readonly [string, Stage, string])[] = [
    ['at once', stage([fakeProvider({ stream: failure.serverError })]), 'upstream_error'],
    ['before its first word', playing(role, failure.timedOut), 'upstream_timeout'],
    ['in the middle', playing(role, chunk({ content: 'hel' }), failure.cut), '|hel|upstream_error'],
    ['after its usage', playing(...whole, failure.cut), '|hel|lo|stop|upstream_error'],
    ['by having no choices', playing(usageChunk(usage)), 'upstream_error'],
    ["by the caller's fault", stage([fakeProvider({ stream: failure.rejected })]), 'rejected_by_upstream'],
  ]
  for (const [name, on, expected] of broken) {
    it(`${name} gives everything back`, async () => {
      expect(summaryOf(await readAll(await open(on)))).to.equal(expected)
      await on.settlements.drain()
      expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'upstream_failed' })
      expect(on.balance()).to.equal(100_000_000n)
    })
  }

  it('gives everything back also when the adapter has a bug', async () => {
    const on = stage([fakeProvider({ stream: 'throw' })])
    const { events } = await open(on)
    await events.next().then(
      () => expect.fail('must throw'),
      () => undefined,
    )
    await on.settlements.drain()
    expect(on.hold().state).to.equal('released')
  })

  it('in the middle is on the receipt, and counts against its deployment', async () => {
    const on = stage([fakeProvider({ stream: [role, chunk({ content: 'a' }), failure.cut] })], {
      models: [TWO_DEPLOYMENTS],
    })
    for (let count = 0; count < 5; count += 1) await readAll(await open(on))
    await on.settlements.drain()
    expect(on.hold().receipt).to.deep.include({
      attempts: [
        { provider: 'first', upstreamModel: 'm1', chosenBy: 'warm_cache', outcome: 'cut', upstreamRequestId: 'up-1' },
      ],
    })
  })

  it('goes on to the next deployment before the first word, and shows nothing of the first', async () => {
    for (const steps of [[failure.serverError], [role, failure.serverError]]) {
      const on = stage([fakeProvider({ stream: steps }), fakeProvider({ stream: whole })], {
        models: [TWO_DEPLOYMENTS],
      })
      expect(summaryOf(await readAll(await open(on)))).to.equal(`|hel|lo|stop|completed ${PRICE}`)
    }
  })

  it('does not after the first word', async () => {
    const second = fakeProvider({ stream: whole })
    const on = stage([fakeProvider({ stream: [role, chunk({ content: 'x' }), failure.serverError] }), second], {
      models: [TWO_DEPLOYMENTS],
    })
    expect(summaryOf(await readAll(await open(on)))).to.equal('|x|upstream_error')
    expect(second.calls).to.have.lengthOf(0)
  })
})

describe('whether a provider may have worked for a stream', () => {
  const ended: readonly (readonly [string, readonly Step[] | UpstreamFailure, boolean])[] = [
    ['that its provider refuses before work', failure.rateLimited, false],
    ['that its provider rejects', failure.rejected, false],
    ['for which no provider is there', failure.unreachable, false],
    ['that ends in a server error', failure.serverError, true],
    ['that breaks off before its first word', [role, failure.cut], true],
    ['that its provider refuses to go on with', [role, chunk({ content: 'hel' }), failure.rateLimited], true],
    ['that is whole', whole, true],
  ]
  for (const [name, stream, expected] of ended) {
    it(`is ${expected ? 'assumed of' : 'ruled out for'} one ${name}`, async () => {
      const opened = await open(stage([fakeProvider({ stream })]))
      await readAll(opened)
      expect(opened.mayHaveWorked()).to.equal(expected)
    })
  }

  it('is ruled out for one whose client left before a provider was asked, and for no other', async () => {
    const early = await open(playing(...whole))
    early.disconnect()
    await readAll(early)
    expect(early.mayHaveWorked()).to.equal(false)
    const late = await open(playing(...whole))
    void late.events.next()
    late.disconnect()
    expect(late.mayHaveWorked()).to.equal(true)
  })
})

describe('a stream that is refused', () => {
  it('with words of refusal ends with content_filter and is free', async () => {
    const on = playing(
      role,
      chunk({ refusal: 'I can' }),
      chunk({ refusal: 'not' }),
      chunk({}, 'stop'),
      usageChunk(usage),
    )
    expect(summaryOf(await readAll(await open(on)))).to.equal('|I can|not|content_filter|completed 0')
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'refused' })
  })

  it('before it begins is an answer that says so, and is free', async () => {
    const on = stage([fakeProvider({ stream: failure.refusedContent })])
    const events = await readAll(await open(on))
    expect(summaryOf(events)).to.match(/refused.*\|content_filter\|completed 0$/)
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ state: 'released', releaseReason: 'refused' })
  })

  it('after some text ends in order and is charged for it', async () => {
    const on = playing(role, chunk({ content: 'hello' }), failure.refusedContent)
    expect(summaryOf(await readAll(await open(on)))).to.equal('|hello|content_filter|completed 19000')
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ state: 'settled', settledAmount: 19_000n })
  })
})

describe('many streams on one wallet', () => {
  it('are served as far as the wallet covers them, at every moment of disconnect, and every hold ends', async () => {
    const lone = playing(...whole)
    await open(lone)
    const holdMicro = lone.hold().amount
    const on = stage([fakeProvider({ stream: whole })], { balance: holdMicro * 5n })
    const opened = await Promise.all(Array.from({ length: 200 }, () => streamChat(on.deps)(on.input())))
    const streams = opened.flatMap((result) => (isLeft(result) ? [] : [result.right]))
    expect(streams).to.have.lengthOf(5)
    await Promise.all(
      streams.map(async ({ events, disconnect }, index) => {
        for (let read = 0; read < index + 1; read += 1) await events.next()
        disconnect()
      }),
    )
    await on.settlements.drain()
    expect([...on.memory.holds.values()].filter(({ state }) => state === 'held')).to.deep.equal([])
    expect(on.balance()).to.equal(holdMicro * 5n - 15_000n - 19_000n - 3n * PRICE)
  })
})
