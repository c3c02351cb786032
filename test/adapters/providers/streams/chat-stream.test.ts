import { expect } from 'chai'
import { isLeft, right } from 'fp-ts/lib/Either.js'
import { MAX_ANSWER_BYTES, memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import { readChunks } from '../../../../src/adapters/providers/streams/chat-stream.ts'
import { withNativeEvents } from '../../../../src/adapters/providers/native/native-chat.ts'
import { streamReader } from '../../../../src/adapters/providers/openai-compatible/answer/stream-reader.ts'
import { DEFAULT_RESPONSE_LIMITS } from '../../../../src/adapters/providers/upstream/response-limits.ts'
import type { UpstreamResponse } from '../../../../src/adapters/providers/upstream/upstream-http.ts'
import { chunk, DONE, frame } from '../../../support/upstreams/upstream-scripts.ts'

/** An upstream that never ends by itself. It counts what was read of it. */
const endless = (packetAt: (turn: number) => string) => {
  const seen = { reads: 0, isCancelled: false }
  const response: UpstreamResponse = {
    status: 200,
    headers: {},
    read: async () => {
      seen.reads += 1
      return right(Buffer.from(packetAt(seen.reads - 1)))
    },
    bytes: () => Promise.reject(new Error('a stream is not read as a whole')),
    release: () => undefined,
    cancel: () => {
      seen.isCancelled = true
    },
  }
  return { seen, response }
}

const OPTIONS = { ...DEFAULT_RESPONSE_LIMITS, upstreamRequestId: 'req-1' }
const reader = () => streamReader('operation', {})

/** How the stream ends, and whether its connection was closed. */
const endOf = async (packetAt: (turn: number) => string, maxStreamBytes = OPTIONS.maxStreamBytes, read = reader()) => {
  const { seen, response } = endless(packetAt)
  let end: unknown = null
  for await (const batch of readChunks(response, read, { ...OPTIONS, maxStreamBytes })) {
    if (isLeft(batch)) end = batch.left
  }
  return { end, ...seen }
}

const TOO_LARGE = {
  tag: 'too_large',
  message: 'The upstream answer is larger than the gateway accepts.',
  upstreamRequestId: 'req-1',
}
const WORDS = frame(chunk({ content: 'abc '.repeat(250) }))

/** So many frames, each with what `at` makes of its place. */
const frames = (count: number, at: (place: number) => unknown): string =>
  Array.from({ length: count }, (_, place) => frame(at(place))).join('')

describe('a chat stream that an upstream never ends', () => {
  for (const [what, packet] of [
    ['words', WORDS],
    ['comments', ': ping\n\n'.repeat(150)],
    ['events that say nothing', frame({ choices: [] }).repeat(50)],
  ] as const) {
    it(`is broken off after so many bytes of ${what}`, async () => {
      const { end, reads, isCancelled } = await endOf(() => packet, 100_000)
      expect(end).to.deep.equal(TOO_LARGE)
      expect(reads).to.be.at.most(1 + Math.ceil(100_000 / packet.length))
      expect(isCancelled).to.equal(true)
    })
  }

  for (const line of ['a\n', 'a:\n', 'retry:x\n', ': ping\n\n', '\n', 'event: a\n', 'id: 1\n']) {
    it(`is broken where ${JSON.stringify(line)} comes in place of events, after as much as one event may have`, async () => {
      const packet = line.repeat(Math.floor(65_536 / line.length))
      const { end, reads, isCancelled } = await endOf((turn) => (turn === 0 ? WORDS : packet))
      expect(end).to.deep.include({ tag: 'bad_answer', upstreamRequestId: 'req-1' })
      expect(reads).to.equal(2 + Math.floor(OPTIONS.maxEventChars / packet.length))
      expect(isCancelled).to.equal(true)
    })
  }

  it('lets other work run while it is read, although there is always more to read', async () => {
    let turns = 0
    let isReading = true
    const otherWork = (): void => {
      turns += 1
      if (isReading) setImmediate(otherWork)
    }
    otherWork()
    await endOf(() => 'a\n'.repeat(32_768))
    isReading = false
    expect(turns).to.be.above(20)
  })

  it('is broken off in the wire of a surface as well', async () => {
    const native = withNativeEvents(
      reader(),
      (json) => json,
      (failure) => failure,
    )
    expect((await endOf(() => WORDS, 100_000, native)).end).to.deep.equal(TOO_LARGE)
  })

  it('has by default far more bytes than the longest answer', async () => {
    const long = await endOf((turn) => (turn < 20 ? WORDS.repeat(1_000) : frame(chunk({}, 'stop')) + DONE))
    expect(long).to.deep.include({ end: null, reads: 21 })
    const endless = await endOf(() => WORDS.repeat(1_000))
    expect(endless.end).to.deep.equal(TOO_LARGE)
    expect(endless.reads).to.be.within(100, 150)
  })
})

describe('a chat stream within its bytes', () => {
  const choice = (index: number) => ({ ...chunk({}), choices: [{ index, delta: { content: 'a' } }] })
  const call = (index: number) =>
    chunk({ tool_calls: [{ index, id: `c${index}`, function: { name: 'f', arguments: '{}' } }] })
  const ended = (body: string) => (turn: number) => (turn === 0 ? body : frame(chunk({}, 'stop')) + DONE)

  it('waits with its upstream while there is no room for its bytes, up to those of the largest whole answer', async () => {
    const big = `: ${'x'.repeat(30_000_000)}\n\n`
    const { seen, response } = endless((turn) => (turn < 3 ? big : ended('')(turn)))
    const budget = memoryBudget(MAX_ANSWER_BYTES, MAX_ANSWER_BYTES)
    const other = budget.open('other')
    const memory = budget.open('caller')
    void other.bring(MAX_ANSWER_BYTES)
    const reading = (async () => {
      for await (const _ of readChunks(response, reader(), { ...OPTIONS, maxEventChars: 1e9, memory })) continue
    })()
    await new Promise((resolve) => setImmediate(resolve))
    expect(seen.reads).to.equal(1)
    other.release()
    await reading
    expect(memory.bytes()).to.equal(MAX_ANSWER_BYTES - 1)
  })

  it('may have 128 choices and no more', async () => {
    expect((await endOf(ended(frames(128, choice)))).end).to.equal(null)
    expect((await endOf(ended(frames(129, choice)))).end).to.deep.equal(TOO_LARGE)
  })

  it('may call tools 1,024 times and no more', async () => {
    expect((await endOf(ended(frames(1_024, call)))).end).to.equal(null)
    expect((await endOf(ended(frames(1_025, call)))).end).to.deep.equal(TOO_LARGE)
  })

  it('may have a million chunks and no more', async () => {
    const piece = frames(10_000, () => chunk({ content: 'a' }))
    const { end, reads } = await endOf(() => piece, Number.POSITIVE_INFINITY)
    expect(end).to.deep.equal(TOO_LARGE)
    expect(reads).to.equal(101)
  })

  const DEEP = `data: {"choices":[{"delta":{"annotations":${'['.repeat(500)}${']'.repeat(500)}}}]}\n\n`

  it('is too large, and no fault of its provider, where one event nests deeper than the gateway reads', async () => {
    expect((await endOf(ended(DEEP))).end).to.deep.include({ ...TOO_LARGE, upstreamRequestId: null })
    expect((await endOf(ended('data: {"choices":[\n\n'))).end).to.have.property('tag', 'bad_answer')
  })

  it('is cut where the upstream ends inside of an event, however deep that is', async () => {
    const packets = [WORDS, DEEP.slice(0, 400)]
    const { response } = endless(() => '')
    const read: UpstreamResponse['read'] = async () => {
      const packet = packets.shift()
      return right(packet === undefined ? null : Buffer.from(packet))
    }
    let end: unknown = null
    for await (const batch of readChunks({ ...response, read }, reader(), OPTIONS)) if (isLeft(batch)) end = batch.left
    expect(end).to.have.property('tag', 'cut')
  })
})
