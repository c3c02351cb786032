import { readCallIds, startCallIds } from '../../../../src/adapters/providers/anthropic/tool-call-id.ts'
import type { ReceivedRequest } from '../../../support/upstreams/scripted-upstream.ts'

type Json = Readonly<Record<string, unknown>>

/** A whole message as the provider documents it. */
export const message = (content: readonly Json[], more: Json = {}): Json => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude',
  content,
  stop_reason: 'end_turn',
  stop_sequence: null,
  stop_details: null,
  usage: inputUsage({ output_tokens: 20, output_tokens_details: { thinking_tokens: 5 } }),
  ...more,
})

/** 10 uncached, 30 read from the cache, 60 written to it. */
export const inputUsage = (more: Json = {}): Json => ({
  input_tokens: 10,
  cache_creation_input_tokens: 60,
  cache_read_input_tokens: 30,
  ...more,
})

export const USAGE = {
  promptTokens: 100,
  cachedTokens: 30,
  cacheWriteTokens: 60,
  completionTokens: 20,
  reasoningTokens: 5,
}

export const event = (type: string, fields: Json = {}): string =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`

export const START = event('message_start', {
  message: message([], { stop_reason: null, usage: inputUsage({ output_tokens: 1 }) }),
})

export const PING = event('ping')

/** One content block: its beginning, its deltas, its end. */
export const block = (index: number, start: Json, ...deltas: readonly Json[]): readonly string[] => [
  event('content_block_start', { index, content_block: start }),
  ...deltas.map((delta) => event('content_block_delta', { index, delta })),
  event('content_block_stop', { index }),
]

export const textBlock = (index: number, ...texts: readonly string[]): readonly string[] =>
  block(index, { type: 'text', text: '' }, ...texts.map((text) => ({ type: 'text_delta', text })))

export const thinkingBlock = (index: number, thinking: string, signature: string): readonly string[] =>
  block(
    index,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking },
    { type: 'signature_delta', signature },
  )

export const toolBlock = (index: number, id: string, name: string, ...json: readonly string[]): readonly string[] =>
  block(
    index,
    { type: 'tool_use', id, name, input: {} },
    ...json.map((partial) => ({ type: 'input_json_delta', partial_json: partial })),
  )

/** The two events that end a message; the last report of usage leaves out the counts that it does not change. */
export const end = (stopReason: string, more: Json = {}): readonly string[] => [
  event('message_delta', {
    delta: { stop_reason: stopReason, stop_sequence: null, ...more },
    usage: {
      input_tokens: null,
      cache_read_input_tokens: null,
      output_tokens: 20,
      output_tokens_details: { thinking_tokens: 5 },
    },
  }),
  event('message_stop'),
]

export const errorBody = (type: string, text: string, code?: string): Json => ({
  type: 'error',
  error: { type, message: text, ...(code === undefined ? {} : { details: { error_code: code } }) },
  request_id: 'req_body',
})

export const sentMessages = (request: ReceivedRequest | undefined): unknown => request?.body['messages']

/** What the id of a call says, in a conversation without other calls. */
export const fromCallId = (callId: string) => {
  const ids = readCallIds([callId])
  return { id: ids.idOf(callId), thinking: ids.takeThoughts(callId) }
}

/** The id of a call with these thoughts before it. */
export const toCallId = (id: string, thinking: readonly Json[]): string => {
  const ids = startCallIds()
  for (const thought of thinking) ids.think(thought)
  return ids.idOf(id)
}
