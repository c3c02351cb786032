import type { ReceivedRequest, Script } from '../upstreams/scripted-upstream.ts'
import {
  answersJson,
  chunk,
  completion,
  DONE,
  frame,
  streams,
  streamsThenBreaks,
} from '../upstreams/upstream-scripts.ts'
import { streamsThenHangs } from '../upstreams/upstream-scripts.ts'

type Json = Readonly<Record<string, unknown>>

/** What a provider answers, whatever wire it is asked on. */
export interface UpstreamAnswer {
  readonly text?: string
  readonly reasoning?: string
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: Json }[]
  readonly end: 'stop' | 'length' | 'tools' | 'refused'
}

/** Every wire reports the same count. */
const PROMPT_TOKENS = 100
const ANSWER_TOKENS = 20

const words = (text: string): readonly string[] => text.split(/(?= )/)

const chatUsage = {
  prompt_tokens: PROMPT_TOKENS,
  completion_tokens: ANSWER_TOKENS,
  total_tokens: PROMPT_TOKENS + ANSWER_TOKENS,
}

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
        usage: chatUsage,
        choices: [{ index: 0, message: chatMessage(answer), finish_reason: CHAT_ENDS[answer.end] }],
      },
    ),
  frames: (answer) => ({
    body: [
      frame(chunk({ role: 'assistant', content: '' })),
      ...(answer.reasoning === undefined ? [] : [frame(chunk({ reasoning_content: answer.reasoning }))]),
      ...(answer.end === 'refused' ? [frame(chunk({ refusal: 'No.' }))] : []),
      ...words(answer.text ?? '')
        .filter((word) => word !== '')
        .map((word) => frame(chunk({ content: word }))),
      ...chatCalls(answer).map((call) => frame(chunk({ tool_calls: [call] }))),
    ],
    end: [frame(chunk({}, CHAT_ENDS[answer.end])), frame({ ...chunk({}), choices: [], usage: chatUsage }), DONE],
  }),
  error: { error: { message: 'broken', type: 'server_error', code: 'server_error' } },
}

const event = (type: string, fields: Json): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

const CLAUDE_ENDS = { stop: 'end_turn', length: 'max_tokens', tools: 'tool_use', refused: 'refusal' } as const

const claudeUsage = { input_tokens: PROMPT_TOKENS, output_tokens: ANSWER_TOKENS }

const claudeBlocks = ({ text, reasoning, calls = [], end }: UpstreamAnswer): readonly Json[] => [
  ...(reasoning === undefined ? [] : [{ type: 'thinking', thinking: reasoning, signature: 'sig' }]),
  ...(text === undefined || end === 'refused' ? [] : [{ type: 'text', text }]),
  ...calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
]

const claudeDeltas = (block: Json): { readonly start: Json; readonly deltas: readonly Json[] } => {
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
    const deltas = words(String(block['text'])).map((word) => ({ type: 'text_delta', text: word }))
    return { start: { type: 'text', text: '' }, deltas }
  }
  return {
    start: { ...block, input: {} },
    deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }],
  }
}

const claudeMessage = (content: readonly Json[], more: Json): Json => ({
  id: 'msg_upstream',
  type: 'message',
  role: 'assistant',
  model: 'upstream-model',
  content,
  stop_sequence: null,
  usage: claudeUsage,
  ...more,
})

const messagesWire: Wire = {
  whole: (answer) => claudeMessage(claudeBlocks(answer), { stop_reason: CLAUDE_ENDS[answer.end] }),
  frames: (answer) => ({
    body: [
      event('message_start', {
        message: claudeMessage([], { stop_reason: null, usage: { ...claudeUsage, output_tokens: 1 } }),
      }),
      ...claudeBlocks(answer).flatMap((block, index) => {
        const { start, deltas } = claudeDeltas(block)
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
        usage: claudeUsage,
      }),
      event('message_stop', {}),
    ],
  }),
  error: { type: 'error', error: { type: 'api_error', message: 'broken' } },
}

const responseUsage = {
  input_tokens: PROMPT_TOKENS,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: ANSWER_TOKENS,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: PROMPT_TOKENS + ANSWER_TOKENS,
}

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
            end === 'refused' ? { type: 'refusal', refusal: 'No.' } : { type: 'output_text', text, annotations: [] },
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

const response = (answer: UpstreamAnswer, output: readonly Json[]): Json => ({
  id: 'resp_upstream',
  object: 'response',
  created_at: 1,
  model: 'upstream-model',
  status: answer.end === 'length' ? 'incomplete' : 'completed',
  error: null,
  incomplete_details: answer.end === 'length' ? { reason: 'max_output_tokens' } : null,
  output,
  usage: responseUsage,
})

const responseDelta = (item: Json, index: number): readonly string[] => {
  const place = { output_index: index, item_id: item['id'] }
  switch (item['type']) {
    case 'reasoning': {
      const [part] = item['summary'] as readonly Json[]
      return [event('response.reasoning_summary_text.delta', { ...place, summary_index: 0, delta: part?.['text'] })]
    }
    case 'message': {
      const [part] = item['content'] as readonly Json[]
      const refusal = part?.['refusal']
      if (refusal !== undefined)
        return [event('response.refusal.delta', { ...place, content_index: 0, delta: refusal })]
      return words(String(part?.['text'])).map((delta) =>
        event('response.output_text.delta', { ...place, content_index: 0, delta }),
      )
    }
    default:
      return [event('response.function_call_arguments.delta', { ...place, delta: item['arguments'] })]
  }
}

const responsesWire: Wire = {
  whole: (answer) => response(answer, responseItems(answer)),
  frames: (answer) => ({
    body: [
      event('response.created', { response: { ...response(answer, []), status: 'in_progress', usage: null } }),
      ...responseItems(answer).flatMap((item, index) => [
        event('response.output_item.added', { output_index: index, item: { ...item, arguments: '' } }),
        ...responseDelta(item, index),
        event('response.output_item.done', { output_index: index, item }),
      ]),
    ],
    end: [
      event(answer.end === 'length' ? 'response.incomplete' : 'response.completed', {
        response: response(answer, responseItems(answer)),
      }),
    ],
  }),
  error: { error: { message: 'broken', type: 'server_error', code: 'server_error' } },
}

const GOOGLE_ENDS = { stop: 'STOP', length: 'MAX_TOKENS', tools: 'STOP', refused: 'SAFETY' } as const

const googlePart = (parts: readonly Json[], finishReason: string | null): Json => ({
  candidates: [{ index: 0, content: { role: 'model', parts }, ...(finishReason === null ? {} : { finishReason }) }],
  usageMetadata: {
    promptTokenCount: PROMPT_TOKENS,
    candidatesTokenCount: ANSWER_TOKENS,
    totalTokenCount: PROMPT_TOKENS + ANSWER_TOKENS,
  },
  responseId: 'resp-1',
})

const googleParts = ({ text, reasoning, calls = [], end }: UpstreamAnswer): readonly Json[] => [
  ...(reasoning === undefined ? [] : [{ text: reasoning, thought: true }]),
  ...(text === undefined || end === 'refused' ? [] : [{ text }]),
  ...calls.map(({ name, input }) => ({ functionCall: { name, args: input } })),
]

const googleWire: Wire = {
  whole: (answer) => googlePart(googleParts(answer), GOOGLE_ENDS[answer.end]),
  frames: (answer) => ({
    body: googleParts(answer).map((part) => frame(googlePart([part], null))),
    end: [frame(googlePart([], GOOGLE_ENDS[answer.end]))],
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

/** Answers on the wire on which it is asked, streamed if that is asked, with `gapMs` between two packets. */
export const answersOnAnyWire =
  (answer: UpstreamAnswer, gapMs = 0): Script =>
  (upstream, request) => {
    const wire = wireOf(request)
    if (!isStream(request)) return answersJson(wire.whole(answer))(upstream, request)
    const { body, end } = wire.frames(answer)
    return streams([...body, ...end], gapMs)(upstream, request)
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
