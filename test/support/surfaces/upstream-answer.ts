import type { ReceivedRequest, Script } from '../upstreams/scripted-upstream.ts'
import {
  answersJson,
  chunk,
  completion,
  DONE,
  endingLater,
  frame,
  streams,
  streamsThenBreaks,
  streamsThenHangs,
} from '../upstreams/upstream-scripts.ts'

type Json = Readonly<Record<string, unknown>>

/** What a provider answers, whatever wire it is asked on. */
export interface UpstreamAnswer {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: Json }[]
  readonly end: 'stop' | 'length' | 'tools' | 'refused'
  /** The same count on every wire. */
  readonly usage?: CountedTokens
  /** Cuts texts and arguments into the pieces of a stream; by default, texts come in words and arguments whole. */
  readonly pieces?: (text: string) => readonly string[]
  /** Cuts a stream into what is sent at once; by default, an event. */
  readonly packets?: (bytes: Buffer) => readonly Buffer[]
}

interface CountedTokens {
  readonly prompt: number
  /** Of the prompt. */
  readonly cached: number
  readonly answer: number
  /** Of the answer. */
  readonly thoughts: number
}

const USUAL: CountedTokens = { prompt: 100, cached: 0, answer: 20, thoughts: 0 }

const words = (text: string): readonly string[] => text.split(/(?= )/)

const textPieces = ({ pieces = words }: UpstreamAnswer, text: string): readonly string[] => pieces(text)
const argumentPieces = ({ pieces }: UpstreamAnswer, text: string): readonly string[] => pieces?.(text) ?? [text]

const chatUsage = ({ usage: { prompt, cached, answer, thoughts } = USUAL }: UpstreamAnswer) => ({
  prompt_tokens: prompt,
  completion_tokens: answer,
  total_tokens: prompt + answer,
  prompt_tokens_details: { cached_tokens: cached },
  completion_tokens_details: { reasoning_tokens: thoughts },
})

const CHAT_ENDS = { stop: 'stop', length: 'length', tools: 'tool_calls', refused: 'stop' } as const

/** Frames of a stream on one wire: those of the answer, and those that end it. */
interface Frames {
  readonly body: readonly string[]
  readonly end: readonly string[]
}

interface Wire {
  readonly whole: (answer: UpstreamAnswer) => Json
  readonly frames: (answer: UpstreamAnswer) => Frames
  readonly error: Json
}

const chatCalls = ({ calls = [] }: UpstreamAnswer) =>
  calls.map(({ id, name, input }, index) => ({
    index,
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }))

/** The fragments of parallel calls come by turns. */
const chatCallDeltas = (answer: UpstreamAnswer): readonly Json[] =>
  chatCalls(answer)
    .flatMap((call) => {
      const [first = '', ...rest] = argumentPieces(answer, call.function.arguments)
      const head: Json = { ...call, function: { ...call.function, arguments: first } }
      return [head, ...rest.map((piece): Json => ({ index: call.index, function: { arguments: piece } }))].map(
        (delta, at) => ({ delta, at }),
      )
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ delta }) => delta)

const chatMessage = (answer: UpstreamAnswer): Json => ({
  role: 'assistant',
  content: answer.end === 'refused' ? null : (answer.text ?? null),
  ...(answer.end === 'refused' ? { refusal: 'No.' } : {}),
  ...(answer.reasoning === undefined ? {} : { reasoning_content: answer.reasoning }),
  ...(answer.calls === undefined ? {} : { tool_calls: chatCalls(answer) }),
})

const chatWire: Wire = {
  whole: (answer) =>
    completion(
      {},
      {
        usage: chatUsage(answer),
        choices: [{ index: 0, message: chatMessage(answer), finish_reason: CHAT_ENDS[answer.end] }],
      },
    ),
  frames: (answer) => ({
    body: [
      frame(chunk({ role: 'assistant', content: '' })),
      ...(answer.reasoning === undefined ? [] : [frame(chunk({ reasoning_content: answer.reasoning }))]),
      ...(answer.end === 'refused' ? [frame(chunk({ refusal: 'No.' }))] : []),
      ...textPieces(answer, answer.end === 'refused' ? '' : (answer.text ?? ''))
        .filter((word) => word !== '')
        .map((word) => frame(chunk({ content: word }))),
      ...chatCallDeltas(answer).map((call) => frame(chunk({ tool_calls: [call] }))),
    ],
    end: [
      frame(chunk({}, CHAT_ENDS[answer.end])),
      frame({ ...chunk({}), choices: [], usage: chatUsage(answer) }),
      DONE,
    ],
  }),
  error: { error: { message: 'broken', type: 'server_error', code: 'server_error' } },
}

const event = (type: string, fields: Json): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

const CLAUDE_ENDS = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use', refused: 'refusal' } as const

const claudeUsage = ({ usage: { prompt, cached, answer, thoughts } = USUAL }: UpstreamAnswer) => ({
  input_tokens: prompt - cached,
  cache_read_input_tokens: cached,
  output_tokens: answer,
  output_tokens_details: { thinking_tokens: thoughts },
})

const claudeBlocks = ({ text, reasoning, calls = [], end }: UpstreamAnswer): readonly Json[] => [
  ...(reasoning === undefined
    ? []
    : [{ type: 'thinking', thinking: reasoning, signature: sealOfThoughts(calls[0]?.id ?? 'words') }]),
  ...(text === undefined || end === 'refused' ? [] : [{ type: 'text', text }]),
  ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
]

const claudeDeltas = (
  answer: UpstreamAnswer,
  block: Json,
): { readonly start: Json; readonly deltas: readonly Json[] } => {
  if (block['type'] === 'thinking') {
    return {
      start: { type: 'thinking', thinking: '', signature: '' },
      deltas: [
        { type: 'thinking_delta', thinking: block['thinking'] },
        { type: 'signature_delta', signature: block['signature'] },
      ],
    }
  }
  if (block['type'] === 'text') {
    const deltas = textPieces(answer, String(block['text'])).map((word) => ({ type: 'text_delta', text: word }))
    return { start: { type: 'text', text: '' }, deltas }
  }
  return {
    start: { ...block, input: {} },
    deltas: argumentPieces(answer, JSON.stringify(block['input'])).map((piece) => ({
      type: 'input_json_delta',
      partial_json: piece,
    })),
  }
}

const claudeMessage = (answer: UpstreamAnswer, content: readonly Json[], more: Json): Json => ({
  id: 'msg_upstream',
  type: 'message',
  role: 'assistant',
  model: 'upstream-model',
  content,
  stop_sequence: null,
  usage: claudeUsage(answer),
  ...more,
})

const messagesWire: Wire = {
  whole: (answer) => claudeMessage(answer, claudeBlocks(answer), { stop_reason: CLAUDE_ENDS[answer.end] }),
  frames: (answer) => ({
    body: [
      event('message_start', {
        message: claudeMessage(answer, [], { stop_reason: null, usage: { ...claudeUsage(answer), output_tokens: 1 } }),
      }),
      ...claudeBlocks(answer).flatMap((block, index) => {
        const { start, deltas } = claudeDeltas(answer, block)
        return [
          event('content_block_start', { index, content_block: start }),
          ...deltas.map((delta) => event('content_block_delta', { index, delta })),
          event('content_block_stop', { index }),
        ]
      }),
    ],
    end: [
      event('message_delta', {
        delta: { stop_reason: CLAUDE_ENDS[answer.end], stop_sequence: null },
        usage: claudeUsage(answer),
      }),
      event('message_stop', {}),
    ],
  }),
  error: { type: 'error', error: { type: 'api_error', message: 'broken' } },
}

const responseUsage = ({ usage: { prompt, cached, answer, thoughts } = USUAL }: UpstreamAnswer) => ({
  input_tokens: prompt,
  input_tokens_details: { cached_tokens: cached, cache_write_tokens: 0 },
  output_tokens: answer,
  output_tokens_details: { reasoning_tokens: thoughts },
  total_tokens: prompt + answer,
})

const responseItems = ({ text, reasoning, calls = [], end }: UpstreamAnswer): readonly Json[] => [
  ...(reasoning === undefined
    ? []
    : [{ type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: reasoning }] }]),
  ...(text === undefined && end !== 'refused'
    ? []
    : [
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          status: 'completed',
          content: [
            end === 'refused'
              ? { type: 'refusal', refusal: 'No.' }
              : { type: 'output_text', text, annotations: [], logprobs: [] },
          ],
        },
      ]),
  ...calls.map(({ id, name, input }, index) => ({
    type: 'function_call',
    id: `fc_${index}`,
    call_id: id,
    name,
    arguments: JSON.stringify(input),
    status: 'completed',
  })),
]

/** What a response has of its request, as far as clients insist on it. */
const ASKED: Json = {
  instructions: null,
  metadata: {},
  parallel_tool_calls: true,
  temperature: 1,
  tool_choice: 'auto',
  tools: [],
  top_p: 1,
}

const response = (answer: UpstreamAnswer, output: readonly Json[]): Json => ({
  id: 'resp_upstream',
  object: 'response',
  created_at: 1,
  model: 'upstream-model',
  status: answer.end === 'length' ? 'incomplete' : 'completed',
  error: null,
  incomplete_details: answer.end === 'length' ? { reason: 'max_output_tokens' } : null,
  ...ASKED,
  output,
  usage: responseUsage(answer),
})

type ResponseEvent = readonly [type: string, fields: Json]

/** The events of one part of an item: it is opened, filled piece by piece, and ended. */
const partEvents = (
  part: Json,
  { field, stem, opened, place }: Readonly<Record<'field' | 'stem' | 'opened', string>> & { readonly place: Json },
  pieces: readonly string[],
): readonly ResponseEvent[] => {
  const logprobs = part['type'] === 'output_text' ? { logprobs: [] } : {}
  return [
    [`${opened}.added`, { ...place, part: { ...part, [field]: '' } }],
    ...pieces.map((delta): ResponseEvent => [`${stem}.delta`, { ...place, delta, ...logprobs }]),
    [`${stem}.done`, { ...place, [field]: part[field], ...logprobs }],
    [`${opened}.done`, { ...place, part }],
  ]
}

const itemEvents = (answer: UpstreamAnswer, item: Json, index: number): readonly ResponseEvent[] => {
  const at = { output_index: index, item_id: item['id'] }
  switch (item['type']) {
    case 'reasoning': {
      const [part = {}] = item['summary'] as readonly Json[]
      const kind = { field: 'text', stem: 'response.reasoning_summary_text', opened: 'response.reasoning_summary_part' }
      return partEvents(part, { ...kind, place: { ...at, summary_index: 0 } }, [String(part['text'])])
    }
    case 'message': {
      const [part = {}] = item['content'] as readonly Json[]
      const field = part['type'] === 'refusal' ? 'refusal' : 'text'
      const stem = `response.${String(part['type'])}`
      const place = { ...at, content_index: 0 }
      const pieces = field === 'refusal' ? ['No.'] : textPieces(answer, String(part['text']))
      return partEvents(part, { field, stem, opened: 'response.content_part', place }, pieces)
    }
    default: {
      const whole = String(item['arguments'])
      const stem = 'response.function_call_arguments'
      return [
        ...argumentPieces(answer, whole).map((delta): ResponseEvent => [`${stem}.delta`, { ...at, delta }]),
        [`${stem}.done`, { ...at, name: item['name'], arguments: whole }],
      ]
    }
  }
}

const EMPTY_FIELDS = { reasoning: { summary: [] }, message: { content: [] }, function_call: { arguments: '' } }

/** The item as it is before anything has come of it. */
const begun = (item: Json): Json => ({
  ...item,
  ...EMPTY_FIELDS[item['type'] as keyof typeof EMPTY_FIELDS],
  status: 'in_progress',
})

const responseEvents = (answer: UpstreamAnswer): readonly ResponseEvent[] => [
  ['response.created', { response: { ...response(answer, []), status: 'in_progress', usage: undefined } }],
  ...responseItems(answer).flatMap((item, index): readonly ResponseEvent[] => [
    ['response.output_item.added', { output_index: index, item: begun(item) }],
    ...itemEvents(answer, item, index),
    ['response.output_item.done', { output_index: index, item }],
  ]),
  [
    answer.end === 'length' ? 'response.incomplete' : 'response.completed',
    { response: response(answer, responseItems(answer)) },
  ],
]

const responsesWire: Wire = {
  whole: (answer) => response(answer, responseItems(answer)),
  frames: (answer) => {
    const frames = responseEvents(answer).map(([type, fields], number) =>
      event(type, { sequence_number: number, ...fields }),
    )
    return { body: frames.slice(0, -1), end: frames.slice(-1) }
  },
  error: { error: { message: 'broken', type: 'server_error', code: 'server_error' } },
}

const GOOGLE_ENDS = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP', refused: 'SAFETY' } as const

const googlePart = (
  { usage: { prompt, cached, answer, thoughts } = USUAL }: UpstreamAnswer,
  parts: readonly Json[],
  finishReason: string | null,
): Json => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason === null ? {} : { finishReason }) }],
  usageMetadata: {
    promptTokenCount: prompt,
    cachedContentTokenCount: cached,
    candidatesTokenCount: answer - thoughts,
    thoughtsTokenCount: thoughts,
    totalTokenCount: prompt + answer,
  },
  responseId: 'resp-1',
})

/** The provider's signature of the thoughts that led to a call. */
const sealOfThoughts = (callId: string): string => Buffer.from(`sealed ${callId}`).toString('base64')

/** The signatures that the provider must be given back with the results of its calls. */
export const sealsOf = (provider: string, { calls = [], reasoning, end }: UpstreamAnswer): readonly string[] => {
  const [first] = calls
  const isSigned = provider === 'google' || (provider === 'anthropic' && reasoning !== undefined)
  return isSigned && first !== undefined && end !== 'refused' ? [sealOfThoughts(first.id)] : []
}

const googleParts = ({ text, reasoning, calls = [], end }: UpstreamAnswer): readonly Json[] => [
  ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
  ...(text === undefined || end === 'refused' ? [] : [{ text }]),
  ...calls.map(({ id, name, input }, index) => ({
    functionCall: { name, args: input },
    // Of calls made in parallel the first alone is signed.
    ...(index === 0 ? { thoughtSignature: sealOfThoughts(id) } : {}),
  })),
]

const googleWire: Wire = {
  whole: (answer) => googlePart(answer, googleParts(answer), GOOGLE_ENDS[answer.end]),
  frames: (answer) => ({
    body: googleParts(answer)
      .flatMap((part: Json) =>
        typeof part['text'] === 'string' ? textPieces(answer, part['text']).map((text) => ({ ...part, text })) : [part],
      )
      .map((part) => frame(googlePart(answer, [part], null))),
    end: [frame(googlePart(answer, [], GOOGLE_ENDS[answer.end]))],
  }),
  error: { error: { code: 500, status: 'INTERNAL', message: 'broken' } },
}

const wireOf = ({ path }: ReceivedRequest): Wire => {
  if (path.includes('/messages')) return messagesWire
  if (path.includes('/responses')) return responsesWire
  return path.includes('enerateContent') ? googleWire : chatWire
}

const isStream = ({ path, body }: ReceivedRequest): boolean =>
  body['stream'] === true || path.includes('streamGenerateContent')

/**
 * Answers on the wire on which it is asked, streamed if that is asked, with `gapMs` between two packets. The end of a
 * stream waits for `letGo`, where that is given.
 */
export const answersOnAnyWire =
  (answer: UpstreamAnswer, gapMs = 0, letGo: Promise<unknown> | null = null): Script =>
  (upstream, request) => {
    const wire = wireOf(request)
    if (!isStream(request)) return answersJson(wire.whole(answer))(upstream, request)
    const { body, end } = wire.frames(answer)
    if (letGo !== null) return streams(endingLater(body, end, letGo), gapMs)(upstream, request)
    const events = [...body, ...end]
    const packets = answer.packets?.(Buffer.from(events.join(''))) ?? events
    return streams(packets, gapMs)(upstream, request)
  }

/** Breaks a stream after its words; any other request fails. */
export const breaksOnAnyWire =
  (answer: UpstreamAnswer): Script =>
  (upstream, request) =>
    isStream(request)
      ? streamsThenBreaks(wireOf(request).frames(answer).body)(upstream, request)
      : upstream.socket?.resetAndDestroy()

export const failsOnAnyWire = (): Script => (upstream, request) =>
  answersJson(wireOf(request).error, 500)(upstream, request)

/** Says its words and then nothing more; the end never comes. */
export const hangsOnAnyWire =
  (answer: UpstreamAnswer): Script =>
  (upstream, request) =>
    streamsThenHangs(wireOf(request).frames(answer).body)(upstream, request)
