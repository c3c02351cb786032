import { expect } from 'chai'
import { responseWriter } from '../../../../../src/adapters/http/openai/response-output/response-writer.ts'
import type { AnsweredResponse } from '../../../../../src/adapters/http/openai/response-output/response-object.ts'
import { streamReader } from '../../../../../src/adapters/providers/openai/responses/stream-reader.ts'
import { withNativeEvents } from '../../../../../src/adapters/providers/native/native-chat.ts'
import type { SseEvent } from '../../../../../src/adapters/providers/upstream/sse.ts'
import type { FinishReason } from '../../../../../src/domain/chat/chunk.ts'
import { usageOf } from '../../../../support/chat/chat-models.ts'
import { checkStream, finalResponse, shapeOf } from '../../../../support/responses/response-events.ts'
import type { ResponseEvent, ShownResponse } from '../../../../support/responses/response-events.ts'
import { requestOf, translated } from '../../../../support/responses/translated.ts'
import { ended, HEAD } from '../../../../support/responses/written.ts'

type Json = Readonly<Record<string, unknown>>

const usage = usageOf(9, 7)

/** The beginning, which the gateway writes as its own, and which says when the response was made. */
const begun = ['response.created', 'response.in_progress'].map((type) => ({
  type,
  response: { ...finished({ tools: [] }), created_at: 1_767_225_599 },
}))

/** What any response has, as the gateway writes it. */
function finished(body: Json): Json {
  const writer = plainWriter(body)
  const { opening } = writer.stream(HEAD)
  return (JSON.parse(opening.split('\n')[1]?.slice('data: '.length) ?? '') as { readonly response: Json }).response
}

function plainWriter(body: Json, record: ((response: AnsweredResponse) => void) | null = null, mayBeNative = false) {
  const { names, tools } = translated(body)
  return responseWriter({
    mayBeNative,
    asked: requestOf(body),
    names,
    tools,
    previousId: null,
    record:
      record === null
        ? null
        : async (_, { response }) => {
            record(response)
            return true
          },
    now: () => HEAD.created + 5,
  })
}

const THOUGHT = { id: 'rs_up', type: 'reasoning', summary: [] }
const SUMMARY = { item_id: 'rs_up', output_index: 0, summary_index: 0 }
const MESSAGE = { id: 'msg_up', type: 'message', status: 'in_progress', role: 'assistant', content: [] }
const PLACE = { item_id: 'msg_up', output_index: 1, content_index: 0 }
const TEXT_PART = { type: 'output_text', text: '', annotations: [], logprobs: [] }
const CALL = {
  id: 'fc_up',
  type: 'function_call',
  status: 'in_progress',
  call_id: 'call_1',
  name: 'look',
  arguments: '',
}

const added = (index: number, item: Json) => ({ type: 'response.output_item.added', output_index: index, item })
const thoughts = [
  added(0, THOUGHT),
  { type: 'response.reasoning_summary_part.added', ...SUMMARY, part: { type: 'summary_text', text: '' } },
  { type: 'response.reasoning_summary_text.delta', ...SUMMARY, delta: 'Hm.' },
]
const thoughtsEnd = [
  { type: 'response.reasoning_summary_text.done', ...SUMMARY, text: 'Hm.' },
  {
    type: 'response.reasoning_summary_part.done',
    ...SUMMARY,
    part: { type: 'summary_text', text: 'Hm.' },
  },
  {
    type: 'response.output_item.done',
    output_index: 0,
    item: { ...THOUGHT, summary: [{ type: 'summary_text', text: 'Hm.' }] },
  },
]
const words = [
  added(1, MESSAGE),
  { type: 'response.content_part.added', ...PLACE, part: TEXT_PART },
  { type: 'response.output_text.delta', ...PLACE, delta: 'Hello ', logprobs: [] },
  { type: 'response.output_text.delta', ...PLACE, delta: '"output_index":0, world', logprobs: [] },
]
const WRITTEN = 'Hello "output_index":0, world'

/** An event as OpenAI writes it. */
const asUsual = (event: Json): SseEvent => ({ name: String(event['type']), data: JSON.stringify(event) })

/** The same, as the data alone tells it, with blanks between its signs. */
const withoutLine = (event: Json): SseEvent => ({
  name: null,
  data: JSON.stringify(event, null, 1).replaceAll('\n', ' '),
})

/** The answer of a provider that has sent the beginning, and how it goes on. */
const beginAnswer = (written = asUsual) => {
  const stored: AnsweredResponse[] = []
  const writer = plainWriter({}, (response) => stored.push(response), true).stream(HEAD)
  const reader = withNativeEvents(
    streamReader('', {}),
    (json) => json,
    (failure) => failure,
  )
  let number = 0
  const add = (event: Json): string => {
    number += 1
    return writer.chunks(reader.read(written({ ...event, sequence_number: number - 1 })).chunks)
  }
  const opening = begun.map(add).join('')
  return { writer, add, opening, stored, keptBytes: () => writer.keptBytes?.() ?? 0 }
}

/** A stream whose provider sends these events, and that the gateway then ends itself. */
const cutAfter = async (events: readonly Json[], finish: FinishReason | 'fails', written = asUsual) => {
  const { writer, add, opening, stored } = beginAnswer(written)
  const frames = [opening, ...events.map(add)]
  const bill = { usage, priceMicro: 12_345n }
  const end =
    finish === 'fails'
      ? writer.failed({ tag: 'upstream_error', mayHaveWorked: true })
      : writer.chunks([ended(finish)]) + (await writer.completed({ tag: 'completed', ...bill }))
  return { events: checkStream(frames.join('') + end), stored }
}

const itemsOf = ({ output }: ShownResponse) => output.map(({ type, status }) => [type, status])

const shownItem = (events: readonly ResponseEvent[], index: number): unknown =>
  events.find((event) => event.type === 'response.output_item.done' && event['output_index'] === index)?.['item']

describe('the stream of a provider that speaks this wire, which the gateway ends', () => {
  for (const [finish, reason] of [
    ['length', 'max_output_tokens'],
    ['content_filter', 'content_filter'],
  ] as const) {
    it(`ends with what was delivered, shown and stored, where it ends for ${reason}`, async () => {
      const { events, stored } = await cutAfter([...thoughts, ...thoughtsEnd, ...words], finish)
      const final = finalResponse(events)
      expect(final).to.deep.include({ status: 'incomplete', incomplete_details: { reason }, created_at: 1_767_225_599 })
      expect(final.id).to.equal((events[0] as unknown as { readonly response: Json }).response['id'])
      expect(stored).to.deep.equal([final])
      expect(itemsOf(final)).to.deep.equal([
        ['reasoning', undefined],
        ['message', 'incomplete'],
      ])
      expect(final.output[1]?.['content']).to.deep.equal([{ ...TEXT_PART, text: WRITTEN }])
      expect(shapeOf(events).slice(-4)).to.deep.equal([
        'output_text.done',
        'content_part.done',
        'output_item.done',
        'incomplete',
      ])
      for (const index of [0, 1]) expect(shownItem(events, index)).to.deep.equal(final.output[index])
      expect(final.output.map(({ id }) => id)).to.deep.equal([`rs_${HEAD.operationId}_0`, `msg_${HEAD.operationId}_1`])
    })
  }

  it('ends each text once, and takes a part from its provider where that ended it', async () => {
    const part = { ...TEXT_PART, text: WRITTEN, logprobs: [{ token: 'a', logprob: 0, bytes: [97], top_logprobs: [] }] }
    const done = { type: 'response.output_text.done', ...PLACE, text: WRITTEN, logprobs: [] }
    const halfway = await cutAfter([...thoughts, ...thoughtsEnd, ...words, done], 'length')
    expect(halfway.events.filter(({ type }) => type === done.type)).to.have.length(1)
    expect(finalResponse(halfway.events).output[1]?.['content']).to.deep.equal([{ ...TEXT_PART, text: WRITTEN }])
    const partDone = { type: 'response.content_part.done', ...PLACE, part }
    const { events } = await cutAfter([...thoughts, ...thoughtsEnd, ...words, done, partDone], 'length')
    expect(events.filter(({ type }) => type === partDone.type)).to.have.length(1)
    expect(finalResponse(events).output[1]?.['content']).to.deep.equal([part])
  })

  it('is the same where the provider writes no line `event`, and blanks into its data', async () => {
    const written = [...thoughts, ...thoughtsEnd, ...words]
    const [usual, other] = [await cutAfter(written, 'length'), await cutAfter(written, 'length', withoutLine)]
    expect(other).to.deep.equal(usual)
  })

  it('ends open thoughts and open calls', async () => {
    const piece = { type: 'response.function_call_arguments.delta', item_id: 'fc_up', output_index: 1 }
    const { events } = await cutAfter([...thoughts, added(1, CALL), { ...piece, delta: '{"at":' }], 'length')
    expect(shapeOf(events).slice(-6)).to.deep.equal([
      'reasoning_summary_text.done',
      'reasoning_summary_part.done',
      'output_item.done',
      'function_call_arguments.done',
      'output_item.done',
      'incomplete',
    ])
    const { output } = finalResponse(events)
    expect(output[0]).to.deep.include({ status: 'incomplete', summary: [{ type: 'summary_text', text: 'Hm.' }] })
    expect(output[1]).to.deep.include({ call_id: 'call_1', name: 'look', arguments: '{"at":', status: 'incomplete' })
  })

  it('gives each text its own pieces where its provider writes several in turn', async () => {
    const second = { ...PLACE, content_index: 1 }
    const text = (place: Json, delta: string) => ({
      type: 'response.output_text.delta',
      ...place,
      delta,
      logprobs: [],
    })
    const piece = (delta: string) => ({
      type: 'response.function_call_arguments.delta',
      item_id: 'fc_up',
      output_index: 2,
      delta,
    })
    const { events } = await cutAfter(
      [
        ...thoughts,
        ...thoughtsEnd,
        added(1, MESSAGE),
        added(2, CALL),
        { type: 'response.content_part.added', ...PLACE, part: TEXT_PART },
        { type: 'response.content_part.added', ...second, part: TEXT_PART },
        text(PLACE, 'a'),
        piece('{"x":'),
        text(second, 'm'),
        text(second, 'n'),
        piece('1}'),
        text(PLACE, 'b'),
      ],
      'length',
    )
    const { output } = finalResponse(events)
    expect(output[1]?.['content']).to.deep.equal(['ab', 'mn'].map((written) => ({ ...TEXT_PART, text: written })))
    expect(output[2]).to.deep.include({ call_id: 'call_1', arguments: '{"x":1}' })
  })

  it('fails with the items that had ended, and stores nothing', async () => {
    const { events, stored } = await cutAfter([...thoughts, ...thoughtsEnd, ...words], 'fails')
    expect(finalResponse(events)).to.include({ status: 'failed', created_at: 1_767_225_599 })
    expect(itemsOf(finalResponse(events))).to.deep.equal([['reasoning', undefined]])
    expect(stored).to.deep.equal([])
  })
})

describe('what is kept of the answer of a provider that speaks this wire', () => {
  const place = (index: number) => ({ ...PLACE, output_index: index })
  const long = 'x'.repeat(1_000)
  const ended = (index: number, item: Json) => ({ type: 'response.output_item.done', output_index: index, item })
  const cases: readonly (readonly [string, readonly Json[]])[] = [
    ['items that have ended', [added(0, MESSAGE), ended(0, { ...MESSAGE, content: [{ ...TEXT_PART, text: long }] })]],
    ['items that have not', [added(0, { ...MESSAGE, note: long })]],
    [
      'parts that have ended',
      [added(0, MESSAGE), { type: 'response.content_part.done', ...place(0), part: { ...TEXT_PART, text: long } }],
    ],
    ['sealed thoughts that are not shown', [ended(0, { ...THOUGHT, encrypted_content: long })]],
    ['ids of the provider', [added(0, { ...MESSAGE, id: long })]],
    ['the response at the end', [{ type: 'response.completed', response: { ...begun[0]?.response, note: long } }]],
  ]
  for (const [what, events] of cases) {
    it(`counts by the text of ${what}`, () => {
      const { add, keptBytes } = beginAnswer()
      for (const event of events) add(event)
      expect(keptBytes()).to.be.within(2_000, 4_000)
    })
  }

  it('counts open texts, each of which takes memory beside its words', () => {
    const { add, keptBytes } = beginAnswer()
    add(added(0, MESSAGE))
    for (let index = 0; index < 100; index += 1) {
      add({ type: 'response.output_text.delta', ...place(0), content_index: index, delta: 'x' })
    }
    expect(keptBytes()).to.be.within(20_000, 30_000)
  })

  it('counts each item once, whatever its provider shows of it before its end', () => {
    const { add, keptBytes } = beginAnswer()
    const item = { ...MESSAGE, content: [{ ...TEXT_PART, text: long }] }
    add(ended(0, item))
    const once = keptBytes()
    for (let again = 0; again < 10; again += 1) {
      add(added(0, item))
      add({ type: 'response.content_part.done', ...place(0), part: item.content[0] ?? {} })
      add(ended(0, item))
    }
    expect(keptBytes()).to.equal(once)
  })

  it('is what was shown, to the last digit of the numbers that are only handed on', async () => {
    const exact =
      '{"id":"fc_up","type":"function_call","call_id":"c","name":"look","parameters":{"n":12345678901234567890}}'
    const { writer, add } = beginAnswer(({ item, ...event }) => {
      const data = JSON.stringify({ ...event, item: 'HERE' })
      return {
        name: String(event['type']),
        data: item === undefined ? JSON.stringify(event) : data.replace('"HERE"', exact),
      }
    })
    add(ended(0, {}))
    expect(writer.failed({ tag: 'upstream_error', mayHaveWorked: true })).to.include('"n":12345678901234567890')
  })
})
