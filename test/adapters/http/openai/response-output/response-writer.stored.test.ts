import { expect } from 'chai'
import { sealReasoning } from '../../../../../src/adapters/http/openai/response-input/reasoning-seal.ts'
import { responseWriter } from '../../../../../src/adapters/http/openai/response-output/response-writer.ts'
import type { AnsweredResponse } from '../../../../../src/adapters/http/openai/response-output/response-object.ts'
import type { ChatChunk } from '../../../../../src/domain/chat/chunk.ts'
import { foldChunks } from '../../../../../src/domain/chat/answers/fold.ts'
import { usageOf } from '../../../../support/chat/chat-models.ts'
import { checkResponse, checkStream, finalResponse } from '../../../../support/responses/response-events.ts'
import { requestOf, translated } from '../../../../support/responses/translated.ts'
import { chunk, ended, HEAD } from '../../../../support/responses/written.ts'

const usage = usageOf(9, 7)
const BILL = { usage, priceMicro: 12_345n }
const CHUNKS = [chunk({ role: 'assistant', content: 'hello' }), ended()]

/** The last event of a provider that speaks this wire. */
const NATIVE: readonly ChatChunk[] = [
  {
    choices: [],
    usage: null,
    native: {
      name: 'response.completed',
      data: JSON.stringify({ type: 'response.completed', response: { status: 'completed', output: [], store: false } }),
    },
  },
]

type Stored = readonly [operationId: string, response: AnsweredResponse]

type RecordAnswer = Parameters<typeof responseWriter>[0]['record']

const writerWith = (record: RecordAnswer, body: Readonly<Record<string, unknown>> = {}, mayBeNative = false) => {
  const { names, tools } = translated(body)
  const options = { asked: requestOf(body), names, tools, previousId: 'resp_before', now: () => HEAD.created + 5 }
  return responseWriter({ mayBeNative, ...options, record })
}

const writerThat = (record: (...stored: Stored) => Promise<boolean>, mayBeNative = false) =>
  writerWith((operationId, { response }) => record(operationId, response), {}, mayBeNative)

const streamOf = async (
  record: (...stored: Stored) => Promise<boolean>,
  chunks: readonly ChatChunk[] = CHUNKS,
): Promise<string> => {
  const writer = writerThat(record, chunks !== CHUNKS).stream(HEAD)
  const frames = [writer.opening, writer.chunks(chunks)]
  return [...frames, await writer.completed({ tag: 'completed', ...BILL })].join('')
}

describe('an answer that is stored', () => {
  it('is stored as it is shown, whole and streamed', async () => {
    const stored: Stored[] = []
    const record = async (...one: Stored): Promise<boolean> => stored.push(one) > 0
    const events = checkStream(await streamOf(record))
    const whole = checkResponse(await writerThat(record).whole(HEAD, { completion: foldChunks(CHUNKS), ...BILL }))
    expect(stored).to.deep.equal([
      [HEAD.operationId, finalResponse(events)],
      [HEAD.operationId, whole],
    ])
    expect(whole).to.include({ store: true, previous_response_id: 'resp_before' })
    expect(finalResponse(events)).to.include({ store: true, previous_response_id: 'resp_before' })
  })

  it('does not show its end before it is stored', async () => {
    const { promise: stored, resolve: store } = Promise.withResolvers<boolean>()
    const answered = streamOf(() => stored)
    const first = await Promise.race([answered, new Promise((resolve) => setImmediate(resolve, 'not yet'))])
    expect(first).to.equal('not yet')
    store(true)
    expect(finalResponse(checkStream(await answered))).to.include({ store: true })
  })

  it('says that it is not stored where it could not be', async () => {
    const lost = async (): Promise<boolean> => false
    const whole = await writerThat(lost).whole(HEAD, { completion: foldChunks(CHUNKS), ...BILL })
    expect(checkResponse(whole)).to.include({ store: false, status: 'completed' })
    expect(finalResponse(checkStream(await streamOf(lost)))).to.include({ store: false, status: 'completed' })
  })

  it('says so of the answer of a provider that speaks this wire as well', async () => {
    const lost = async (): Promise<boolean> => false
    const kept = async (): Promise<boolean> => true
    const shown = async (record: typeof lost): Promise<unknown> => {
      const last = (await streamOf(record, NATIVE)).split('data: ').at(-1) ?? ''
      return (JSON.parse(last) as { readonly response: unknown }).response
    }
    expect(await shown(kept)).to.include({ store: true, status: 'completed' })
    expect(await shown(lost)).to.include({ store: false, status: 'completed' })
  })

  it('is stored where a limit ended it, and not where it failed', async () => {
    const stored: Stored[] = []
    const writer = writerThat(async (...one) => stored.push(one) > 0).stream(HEAD)
    writer.chunks([chunk({ content: 'hel' }), ended('length')])
    await writer.completed({ tag: 'completed', ...BILL })
    expect(stored.map(([, response]) => response['status'])).to.deep.equal(['incomplete'])
    const failing = writerThat(async (...one) => stored.push(one) > 0).stream(HEAD)
    failing.chunks(CHUNKS)
    failing.failed({ tag: 'upstream_error', mayHaveWorked: true })
    expect(stored).to.have.length(1)
  })
})

describe('the thoughts of an answer that is stored', () => {
  const thinking = chunk({ reasoning_content: 'Hm.', reasoning_signature: 'sig' })
  const calls = [{ index: 0, id: 'call_a', type: 'function' as const, function: { name: 'look', arguments: '{}' } }]
  const calling = [thinking, chunk({ tool_calls: calls }), ended('tool_calls')]
  const INCLUDE = { include: ['reasoning.encrypted_content'] }

  /** What is stored of an answer, and its output as its client saw it: streamed, and whole. */
  const storedOf = async (chunks: readonly ChatChunk[], body = {}) => {
    const stored: unknown[] = []
    const record: RecordAnswer = async (_, { thoughts }) => stored.push(thoughts) > 0
    const writer = writerWith(record, body).stream(HEAD)
    const frames = [writer.opening, writer.chunks(chunks), await writer.completed({ tag: 'completed', ...BILL })]
    const streamed = finalResponse(checkStream(frames.join('')))
    const whole = checkResponse(await writerWith(record, body).whole(HEAD, { completion: foldChunks(chunks), ...BILL }))
    expect(whole.output).to.deep.equal(streamed.output)
    expect(stored[0]).to.deep.equal(stored[1])
    return { thoughts: stored[0], output: whole.output }
  }

  it('are kept for the next turn where they led to a call, and their seals are not shown', async () => {
    const { thoughts, output } = await storedOf(calling)
    expect(output.map(({ type }) => type)).to.deep.equal(['reasoning', 'function_call'])
    expect(output[0]).not.to.have.property('encrypted_content')
    const seal = sealReasoning(HEAD.model, 'sig')
    expect(thoughts).to.deep.equal({ [output[0]?.id ?? '']: { ...output[0], encrypted_content: seal } })
  })

  it('are kept for the next turn where their provider shows no words of them', async () => {
    const hidden = [chunk({ reasoning_signature: 'sig' }), ...calling.slice(1)]
    const { thoughts, output } = await storedOf(hidden)
    expect(output.map(({ type }) => type)).to.deep.equal(['reasoning', 'function_call'])
    const seal = sealReasoning(HEAD.model, 'sig')
    expect(thoughts).to.deep.equal({ [output[0]?.id ?? '']: { ...output[0], encrypted_content: seal } })
  })

  it('are not kept beside what the client has itself, and where they led to words', async () => {
    const asked = await storedOf(calling, INCLUDE)
    expect(asked.thoughts).to.equal(undefined)
    expect(asked.output[0]).to.have.property('encrypted_content')
    expect((await storedOf([thinking, chunk({ content: 'a' }), ended()])).thoughts).to.equal(undefined)
  })
})
