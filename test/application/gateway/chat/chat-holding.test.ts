import { expect } from 'chai'
import { completeChat } from '../../../../src/application/gateway/chat/complete-chat.ts'
import { streamChat } from '../../../../src/application/gateway/chat/stream-chat.ts'
import type { ChatEvent } from '../../../../src/application/gateway/chat/chat-event.ts'
import type { ChatEventStream } from '../../../../src/application/gateway/chat/chat-event-stream.ts'
import { chatModel, usageOf } from '../../../support/chat/chat-models.ts'
import { chunk, completion, failure, fakeProvider, shortBy, stage, unwrap, usageChunk } from '../gateway-stage.ts'
import type { Script, StageOptions } from '../gateway-stage.ts'

/** A model at 0.001 RUB a token in and 0.002 out, whose answers may have 64,000 tokens. */
const limits = { ...chatModel().limits, maxOutputTokens: 64_000 }
const model = chatModel({ limits, keepsOutputLimit: true })

/** The prompt by its bytes, and what 256 and 4,096 tokens of output cost besides. */
const PROMPT = 145_000n
const LEAST = PROMPT + 512_000n
const ENOUGH = PROMPT + 8_192_000n
const LONG = { max_tokens: 64_000 }
const WHOLE = PROMPT + 128_000_000n

const usage = usageOf(10, 5)
const answers = (completionTokens = 5): Script => ({ complete: completion('ok', usageOf(10, completionTokens)) })

const set = (options: StageOptions, ...scripts: readonly Script[]) => {
  const provider = fakeProvider(...(scripts.length === 0 ? [answers()] : scripts))
  const on = stage([provider], { models: [model], ...options })
  const limitsSent = () => provider.calls.map(({ request }) => request.max_tokens)
  return { ...on, provider, limitsSent }
}

const eventsOf = async ({ events }: ChatEventStream): Promise<readonly ChatEvent[]> => {
  const all: ChatEvent[] = []
  for await (const event of events) all.push(event)
  return all
}

describe('a chat call whose worst case is more than there is', () => {
  it('is answered up to a limit that the money pays for, which reaches the provider and the caller', async () => {
    const on = set({ balance: 20_000_000n })
    const { answer, delivered } = unwrap(await completeChat(on.deps)(on.input(LONG)))
    // Half of 20 roubles, less the prompt.
    expect(on.limitsSent()).to.deep.equal([4_927])
    expect(answer).to.deep.include({ shortenedTo: 4_927, priceMicro: 20_000n })
    expect(on.hold().amount).to.equal(10_000_000n)
    delivered()
    await on.settlements.drain()
    expect(on.hold()).to.deep.include({ state: 'settled', settledAmount: 20_000n })
    expect(on.balance()).to.equal(19_980_000n)
  })

  it('is streamed so, too', async () => {
    const stream = [chunk({ content: 'ok' }), chunk({}, 'stop'), usageChunk(usage)]
    const on = set({ spendLimit: ENOUGH }, { stream })
    const opened = unwrap(await streamChat(on.deps)(on.input(LONG)))
    expect(opened.shortenedTo).to.equal(4_096)
    expect((await eventsOf(opened)).at(-1)).to.deep.include({ tag: 'completed', priceMicro: 20_000n })
    expect(on.limitsSent()).to.deep.equal([4_096])
  })

  it('is held for and answered whole where the money lasts for it', async () => {
    const on = set({ balance: WHOLE })
    expect(unwrap(await completeChat(on.deps)(on.input(LONG))).answer.shortenedTo).to.equal(null)
    expect(on.limitsSent()).to.deep.equal([64_000])
  })

  it('is refused where the least of it is not covered, or is held by calls that run', async () => {
    const poor = set({ balance: LEAST - 1n })
    expect(await completeChat(poor.deps)(poor.input(LONG))).to.deep.equal(
      shortBy('insufficient_balance', [LEAST, 0n, LEAST - 1n]),
    )
    const busy = set({ balance: LEAST })
    unwrap(await completeChat(busy.deps)(busy.input(LONG)))
    expect(await streamChat(busy.deps)(busy.input(LONG))).to.deep.equal(shortBy('balance_held', [LEAST, LEAST, 0n]))
    expect([poor.provider.calls.length, busy.provider.calls.length]).to.deep.equal([0, 1])
    expect(busy.limitsSent()).to.deep.equal([256])
  })

  it('is refused where its caller wants no shortened answer, or the model does not keep its limits', async () => {
    const on = set({ balance: 20_000_000n })
    const never = { ...on.input(LONG), isNeverShortened: true }
    const short = shortBy('insufficient_balance', [WHOLE, 0n, 20_000_000n])
    expect(await completeChat(on.deps)(never)).to.deep.equal(short)
    const other = set({ balance: 20_000_000n, models: [chatModel({ limits })] })
    expect(await completeChat(other.deps)(other.input(LONG))).to.deep.equal(short)
  })

  it('has its prompt counted before it is shortened, where that can be done', async () => {
    const content = 'я'.repeat(1_000)
    const asked = { ...LONG, messages: [{ role: 'user' as const, content }] }
    const on = set({ balance: 2_000_000n, models: [{ ...model, tokenizer: 'o200k' }] })
    // 1,241 tokens by the count; by their bytes the prompt alone would be 2,140.
    expect(unwrap(await completeChat(on.deps)(on.input(asked))).answer.shortenedTo).to.equal(379)
  })

  it('sends the same limit to every deployment that is tried', async () => {
    const failing = fakeProvider({ complete: failure.unreachable })
    const second = fakeProvider(answers())
    const deployments = [...model.deployments, { provider: 'second', upstreamModel: 'm2', parameters: {} }]
    const on = stage([failing, second], { models: [{ ...model, deployments }], balance: 20_000_000n })
    unwrap(await completeChat(on.deps)(on.input(LONG)))
    expect([failing, second].map(({ calls }) => calls[0]?.request.max_tokens)).to.deep.equal([4_927, 4_927])
  })
})

describe('a deployment that answers beyond the limit it was sent', () => {
  it('gets no shortened call any more, and the caller pays no more than was held', async () => {
    const on = set({ balance: 20_000_000n }, answers(9_000), answers())
    const first = unwrap(await completeChat(on.deps)(on.input(LONG)))
    expect(first.answer.priceMicro).to.equal(10_000_000n)
    first.delivered()
    await on.settlements.drain()
    expect(on.transfers().map(({ kind }) => kind)).to.deep.equal(['charge'])
    expect(on.exceeded).to.deep.equal(['first m: 9000 of 4927'])
    expect(await completeChat(on.deps)(on.input(LONG))).to.have.nested.property('left.tag', 'insufficient_balance')
    expect(unwrap(await completeChat(on.deps)(on.input({ max_tokens: 50 }))).answer.shortenedTo).to.equal(null)
    expect(on.exceeded).to.have.lengthOf(1)
  })

  it('has its stream cut by our own count, and what came of it is charged', async () => {
    const words = Array.from({ length: 50 }, () => chunk({ content: 'x'.repeat(10) }))
    const on = set({ balance: LEAST }, { stream: [...words, chunk({}, 'stop'), usageChunk(usageOf(10, 500))] })
    const opened = unwrap(await streamChat(on.deps)(on.input(LONG)))
    const events = await eventsOf(opened)
    await on.settlements.drain()
    const chunks = events.flatMap((event) => (event.tag === 'chunks' ? event.chunks : []))
    // The stage counts a token a letter; half more than 256 of them end the answer.
    expect(chunks).to.have.lengthOf(40)
    expect(chunks.at(-1)?.choices).to.deep.equal([{ index: 0, delta: {}, finish_reason: 'length' }])
    expect(events.at(-1)).to.deep.include({ tag: 'completed' })
    expect(on.provider.closed).to.equal(1)
    expect(on.exceeded).to.deep.equal(['first m: 390 of 256'])
    expect(on.hold()).to.deep.include({ state: 'settled', amount: LEAST, settledAmount: LEAST })
    expect(on.transfers().map(({ kind }) => kind)).to.deep.equal(['charge'])
  })

  it('is no deployment that keeps its limit: such a stream is left alone', async () => {
    const words = Array.from({ length: 25 }, () => chunk({ content: 'x'.repeat(10) }))
    const on = set({ balance: LEAST }, { stream: [...words, chunk({}, 'length'), usageChunk(usageOf(10, 256))] })
    const events = await eventsOf(unwrap(await streamChat(on.deps)(on.input(LONG))))
    expect(events.at(-1)).to.deep.include({ tag: 'completed', priceMicro: 522_000n })
    expect(on.exceeded).to.deep.equal([])
  })
})
