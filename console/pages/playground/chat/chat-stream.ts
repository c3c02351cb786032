import { failureOf } from '../../../api/failure.ts'
import type { ApiFailure } from '../../../api/failure.ts'
import { operationIdOf } from '../keyed-call.ts'
import { reach } from '../../../api/reach.ts'

/** The body of the chat call that the playground makes. */
export interface ChatBody {
  readonly model: string
  readonly messages: readonly ChatMessage[]
  readonly temperature?: number
  readonly top_p?: number
  readonly max_completion_tokens?: number
  readonly frequency_penalty?: number
  readonly presence_penalty?: number
  readonly seed?: number
  readonly stop?: string
  readonly reasoning_effort?: string
  readonly response_format?: { readonly type: 'json_object' }
}

type ChatPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } }

export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly ChatPart[]
}

export interface ChatUsage {
  readonly prompt_tokens: number
  readonly completion_tokens: number
  readonly prompt_tokens_details?: { readonly cached_tokens?: number }
  readonly completion_tokens_details?: { readonly reasoning_tokens?: number }
  /** Roubles, exact. */
  readonly cost_rub?: string
}

interface ChatChunk {
  readonly choices: readonly {
    readonly delta: { readonly content?: string | null; readonly reasoning_content?: string | null }
    readonly finish_reason: string | null
  }[]
  readonly usage?: ChatUsage | null
  readonly error?: { readonly message: string; readonly code?: string | null }
}

/** What comes of a streamed chat call, in its order. */
export type ChatEvent =
  /** The service has taken the call, under this id. */
  | { readonly tag: 'taken'; readonly operationId: string | null }
  | { readonly tag: 'text'; readonly text: string }
  | { readonly tag: 'reasoning'; readonly text: string }
  | { readonly tag: 'finished'; readonly reason: string }
  | { readonly tag: 'usage'; readonly usage: ChatUsage }
  | { readonly tag: 'failed'; readonly failure: ApiFailure }

/** The `data:` lines of an event stream, as they come. */
async function* dataLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = `${rest}${value}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: ')) yield line.slice('data: '.length)
  }
}

const cut = (message: string, code: string): ChatEvent => ({
  tag: 'failed',
  failure: { tag: 'refused', status: 502, code, message, field: null, retryAfterSeconds: null, requestId: null },
})

function* eventsOf(chunk: ChatChunk): Generator<ChatEvent> {
  if (chunk.error !== undefined) yield cut(chunk.error.message, chunk.error.code ?? 'upstream_error')
  for (const { delta, finish_reason: reason } of chunk.choices ?? []) {
    if (typeof delta.reasoning_content === 'string') yield { tag: 'reasoning', text: delta.reasoning_content }
    if (typeof delta.content === 'string') yield { tag: 'text', text: delta.content }
    if (reason !== null) yield { tag: 'finished', reason }
  }
  if (chunk.usage !== undefined && chunk.usage !== null) yield { tag: 'usage', usage: chunk.usage }
}

/** Makes the call as a program makes it, with a key. Ends with `failed` where the stream ends without its last line. */
export async function* chatStream(body: ChatBody, key: string, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const answer = await reach('/v1/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ ...body, stream: true, stream_options: { include_usage: true } }),
    signal,
  })
  if (!answer.ok || answer.body === null) {
    yield { tag: 'failed', failure: await failureOf(answer) }
    return
  }
  yield { tag: 'taken', operationId: operationIdOf(answer) }
  for await (const data of dataLines(answer.body)) {
    if (data === '[DONE]') return
    const chunk = JSON.parse(data) as ChatChunk
    yield* eventsOf(chunk)
    // The stream ends here without its last line, and not because the connection broke.
    if (chunk.error !== undefined) return
  }
  yield { tag: 'failed', failure: { tag: 'unreachable' } }
}
