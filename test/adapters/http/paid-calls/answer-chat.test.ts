import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import { answerChat } from '../../../../src/adapters/http/paid-calls/answer-chat.ts'
import type { ChatStreamWriter, ChatWriter } from '../../../../src/adapters/http/paid-calls/answer-chat.ts'
import type { HttpResponse } from '../../../../src/adapters/http/sending/http-response.ts'
import { memoryBudget } from '../../../../src/application/load/memory-budget.ts'
import type { HeldMemory } from '../../../../src/application/ports/process/held-memory.ts'
import type { GatewayPrincipal } from '../../../../src/domain/identity/principal.ts'
import { usageOf } from '../../../support/chat/chat-models.ts'
import { chunk, completion, fakeProvider, stage, usageChunk } from '../../../application/gateway/gateway-stage.ts'
import type { Stage } from '../../../application/gateway/gateway-stage.ts'

const FAULT = 'a fault of the writer'
const OPERATION = '01890a5d-ac96-774b-bcce-2b302099a805'
const usage = usageOf(10, 5)
const CHUNKS = [chunk({ role: 'assistant', content: '' }), chunk({ content: 'hello' }), chunk({}, 'stop')]

const throws = (): never => {
  throw new Error(FAULT)
}

const PLAIN: ChatStreamWriter = {
  opening: '',
  chunks: (chunks) => `${chunks.length} chunks\n`,
  completed: () => 'completed\n',
  failed: ({ tag }) => `failed: ${tag}\n`,
}

const writerWith = (stream: Partial<ChatStreamWriter>): ChatWriter => ({
  whole: throws,
  stream: () => ({ ...PLAIN, ...stream }),
})

const on = (): Stage =>
  stage([fakeProvider({ complete: completion('hello', usage), stream: [...CHUNKS, usageChunk(usage)] })])

const answered = async (
  { deps, input }: Stage,
  writer: ChatWriter,
  isStream: boolean,
  over: {
    readonly onClientDisconnect?: (left: () => void) => void
    readonly answerMemory?: () => HeldMemory
  } = {},
): Promise<HttpResponse> => {
  const answer = answerChat({
    ...deps,
    clock: { now: deps.monotonicMs },
    completeChat: completeChat(deps),
    streamChat: streamChat(deps),
    ignoredChatFields: () => [],
  })
  const call = {
    addLogFields: () => {},
    onClientDisconnect: () => {},
    showTokens: () => {},
    answerMemory: () => memoryBudget(1_000_000, 1_000_000).open('caller'),
    session: null,
    headers: {},
    ...over,
  }
  const result = await answer(call, input().principal as GatewayPrincipal, {
    request: input().request,
    writer,
    surface: 'chat',
    isStream,
    operationId: OPERATION,
    ignoredFields: { translated: [], native: [] },
    nativeReach: 'none',
    reasoningField: 'messages.reasoning',
    ping: ': ping\n\n',
  })
  if (isLeft(result)) throw new Error(result.left.tag)
  return result.right
}

/** What the client of a stream was sent, and the error that ended it. */
const readOut = async (response: HttpResponse) => {
  if (response.tag !== 'events') throw new Error('this is no stream')
  let sent = ''
  try {
    for await (const frame of response.frames) sent += frame
  } catch (error) {
    return { sent, error: (error as Error).message }
  }
  return { sent, error: null }
}

const faultOf = async (answer: Promise<unknown>): Promise<string> => {
  try {
    await answer
  } catch (error) {
    return (error as Error).message
  }
  return 'none'
}

const expectUnpaid = async (at: Stage): Promise<void> => {
  await at.settlements.drain()
  expect(at.hold()).to.include({ id: OPERATION, state: 'released', releaseReason: 'nothing_delivered' })
  expect(at.balance()).to.equal(100_000_000n)
}

describe('the writer of an answer that throws', () => {
  const wholes = [
    ['at once', throws],
    ['later', async (): Promise<never> => throws()],
    ['when its body is put into words', () => ({ body: { toJSON: throws } })],
  ] as const
  for (const [when, whole] of wholes) {
    it(`leaves no hold and no charge, where it throws ${when}`, async () => {
      const at = on()
      expect(await faultOf(answered(at, { ...writerWith({}), whole }, false))).to.equal(FAULT)
      await expectUnpaid(at)
    })
  }

  it('leaves no hold and no charge of a stream that it cannot begin', async () => {
    const at = on()
    expect(await faultOf(answered(at, { ...writerWith({}), stream: throws }, true))).to.equal(FAULT)
    await expectUnpaid(at)
  })

  it('leaves no hold and no charge of a stream, where a step before it throws', async () => {
    const at = on()
    const answer = answered(at, writerWith({}), true, { onClientDisconnect: throws })
    expect(await faultOf(answer)).to.equal(FAULT)
    await expectUnpaid(at)
  })

  const streams = [
    ['chunks', { chunks: throws }, 'failed: upstream_error\n'],
    ['the end', { completed: throws }, '2 chunks\n1 chunks\nfailed: upstream_error\n'],
    ['the end, later', { completed: async () => throws() }, '2 chunks\n1 chunks\nfailed: upstream_error\n'],
    ['anything', { chunks: throws, completed: throws, failed: throws }, ''],
  ] as const
  for (const [what, stream, sent] of streams) {
    it(`leaves no hold and no charge, and ends its stream as failed, where it cannot write ${what}`, async () => {
      const at = on()
      expect(await readOut(await answered(at, writerWith(stream), true))).to.deep.equal({ sent, error: FAULT })
      await expectUnpaid(at)
    })
  }

  it('leaves a failed call unpaid as it was, where it cannot write the failure', async () => {
    const cut = { tag: 'cut', message: 'cut', upstreamRequestId: null } as const
    const at = stage([fakeProvider({ stream: [...CHUNKS.slice(0, 2), cut] })])
    expect(await readOut(await answered(at, writerWith({ failed: throws }), true))).to.deep.equal({
      sent: '2 chunks\n',
      error: FAULT,
    })
    await at.settlements.drain()
    expect(at.hold()).to.include({ state: 'released', releaseReason: 'upstream_failed' })
  })
})

describe('the writer of an answer', () => {
  it('lets the provider wait while the memory has no room for what it keeps', async () => {
    const budget = memoryBudget(1_000_000, 1_000_000)
    const other = budget.open('other')
    void other.bring(1_000_000)
    const memory = budget.open('caller')
    const writer = writerWith({ keptBytes: () => 200_000 })
    const response = await answered(on(), writer, true, { answerMemory: () => memory })
    if (response.tag !== 'events') throw new Error('this is no stream')
    const frames = response.frames[Symbol.asyncIterator]()
    expect(await frames.next()).to.deep.equal({ done: false, value: '2 chunks\n' })
    let isGiven = false
    const next = frames.next().then(() => {
      isGiven = true
    })
    await new Promise((resolve) => void setImmediate(resolve))
    expect(isGiven).to.equal(false)
    expect(memory.bytes()).to.equal(200_000)
    other.release()
    await next
    expect(await frames.next()).to.deep.equal({ done: false, value: 'completed\n' })
    expect(memory.bytes(), 'what is kept counts once').to.equal(200_000)
  })

  it('charges a whole answer when it was sent, and a stream behind its end', async () => {
    const at = on()
    const whole = await answered(at, { ...writerWith({}), whole: () => ({ text: 'hello' }) }, false)
    expect(whole).to.deep.include({ tag: 'json_text', status: 200, text: '{"text":"hello"}' })
    whole.sent?.()
    await at.settlements.drain()
    expect(at.hold()).to.include({ state: 'settled' })

    const other = on()
    const { sent, error } = await readOut(await answered(other, writerWith({}), true))
    expect([sent, error]).to.deep.equal(['2 chunks\n1 chunks\ncompleted\n', null])
    await other.settlements.drain()
    expect(other.hold()).to.include({ state: 'settled' })
  })

  it('leaves the key of a call free whose client left before any provider was asked', async () => {
    const at = on()
    const early = await answered(at, writerWith({}), true, { onClientDisconnect: (left) => left() })
    if (early.tag !== 'events') throw new Error('this is no stream')
    expect(early.mayHaveWorked?.()).to.equal(false)
    await at.settlements.drain()
    expect(at.hold()).to.include({ state: 'released', releaseReason: 'not_called' })
  })
})
