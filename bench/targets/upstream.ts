import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The provider of every target: answers a fixed completion, or a stream of CHUNKS one-word chunks, one write each, and
 * reports usage; at /v1/responses and /v1/messages in those words. It does as little as a server can, so that it is
 * never the slowest part.
 */
export const CHUNKS = 100

const USAGE = { prompt_tokens: 12, completion_tokens: CHUNKS, total_tokens: 12 + CHUNKS }
const HEAD = { id: 'chatcmpl-bench', created: 1_700_000_000, model: 'bench' }

const COMPLETION = Buffer.from(
  JSON.stringify({
    ...HEAD,
    object: 'chat.completion',
    choices: [{ index: 0, message: { role: 'assistant', content: 'word '.repeat(40).trim() }, finish_reason: 'stop' }],
    usage: USAGE,
  }),
)

const event = (body: object): Buffer =>
  Buffer.from(`data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', ...body })}\n\n`)

const choice = (delta: object, finish: string | null) => ({
  choices: [{ index: 0, delta, finish_reason: finish }],
  usage: null,
})

/** A chunk of HTTP as it goes over the wire. To frame each anew would take as much of the processor as a target. */
const framed = (bytes: Buffer): Buffer =>
  Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])

const FRAMES: readonly Buffer[] = [
  event(choice({ role: 'assistant', content: '' }, null)),
  ...Array.from({ length: CHUNKS - 2 }, () => event(choice({ content: 'word ' }, null))),
  event(choice({}, 'stop')),
  Buffer.concat([event({ choices: [], usage: USAGE }), Buffer.from('data: [DONE]\n\n')]),
].map(framed)

/** The same words as a native answer of each other wire. */
const TEXT = 'word '.repeat(40).trim()
const named = (type: string, fields: object): Buffer =>
  Buffer.from(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`)
const CLAUDE_USAGE = { input_tokens: 12, output_tokens: CHUNKS }
const MESSAGE = {
  id: 'msg_bench',
  type: 'message',
  role: 'assistant',
  model: 'bench',
  content: [{ type: 'text', text: TEXT }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: CLAUDE_USAGE,
}
const PART = { type: 'output_text', text: TEXT, annotations: [] }
const RESPONSE = {
  id: 'resp_bench',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'bench',
  status: 'completed',
  error: null,
  output: [{ type: 'message', id: 'msg_bench', role: 'assistant', status: 'completed', content: [PART] }],
  usage: { input_tokens: 12, output_tokens: CHUNKS, total_tokens: 12 + CHUNKS },
}

const WHOLE: ReadonlyMap<string, Buffer> = new Map([
  ['/v1/messages', Buffer.from(JSON.stringify(MESSAGE))],
  ['/v1/responses', Buffer.from(JSON.stringify(RESPONSE))],
])

const DELTAS = CHUNKS - 2
const STREAMED: ReadonlyMap<string, readonly Buffer[]> = new Map([
  [
    '/v1/messages',
    [
      named('message_start', { message: { ...MESSAGE, content: [], stop_reason: null } }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...Array.from({ length: DELTAS }, () =>
        named('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'word ' } }),
      ),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: CLAUDE_USAGE }),
      named('message_stop', {}),
    ].map(framed),
  ],
  [
    '/v1/responses',
    [
      named('response.created', { sequence_number: 0, response: { ...RESPONSE, status: 'in_progress', output: [] } }),
      named('response.output_item.added', { sequence_number: 1, output_index: 0, item: RESPONSE.output[0] }),
      ...Array.from({ length: DELTAS }, (_, index) =>
        named('response.output_text.delta', {
          sequence_number: 2 + index,
          item_id: 'msg_bench',
          output_index: 0,
          content_index: 0,
          delta: 'word ',
        }),
      ),
      named('response.completed', { sequence_number: CHUNKS, response: RESPONSE }),
    ].map(framed),
  ],
])

/** Requests that have this word get their chunks in the time that a model takes for them. */
export const PACED = 'paced-by-the-clock'
const PACE_MS = 50

interface PacedStream {
  readonly response: ServerResponse
  readonly frames: readonly Buffer[]
  next: number
}

/** One clock for all paced streams: a timer each would make the upstream the slowest part. */
const paced = new Set<PacedStream>()
const sendPaced = (): void => {
  for (const one of paced) {
    const bytes = one.frames[one.next]
    one.next += 1
    if (bytes === undefined) one.response.end()
    else if (!one.response.destroyed) one.response.socket?.write(bytes)
    if (bytes === undefined || one.response.destroyed) paced.delete(one)
  }
}

const stream = (response: ServerResponse, frames: readonly Buffer[], next = 0): void => {
  const bytes = frames[next]
  if (response.destroyed) return
  if (bytes === undefined) response.end()
  else {
    response.socket?.write(bytes)
    setImmediate(stream, response, frames, next + 1)
  }
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts)
    if (body.includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      const frames = STREAMED.get(request.url ?? '') ?? FRAMES
      if (body.includes(PACED)) paced.add({ response, frames, next: 0 })
      else stream(response, frames)
    } else {
      const whole = WHOLE.get(request.url ?? '') ?? COMPLETION
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': whole.length })
      response.end(whole)
    }
  })
})

if (process.send !== undefined) {
  server.keepAliveTimeout = 60_000
  setInterval(sendPaced, PACE_MS)
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('disconnect', () => process.exit(0))
}
