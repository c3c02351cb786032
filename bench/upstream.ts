import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * The provider of every target: answers a fixed completion, or a stream of CHUNKS one-word chunks, one write
 * each, and reports usage. It does as little as a server can, so that it is never the slowest part.
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

const EVENTS: readonly Buffer[] = [
  event(choice({ role: 'assistant', content: '' }, null)),
  ...Array.from({ length: CHUNKS - 2 }, () => event(choice({ content: 'word ' }, null))),
  event(choice({}, 'stop')),
  Buffer.concat([event({ choices: [], usage: USAGE }), Buffer.from('data: [DONE]\n\n')]),
]

const stream = (response: ServerResponse, next = 0): void => {
  const bytes = EVENTS[next]
  if (response.destroyed) return
  if (bytes === undefined) response.end()
  else {
    response.write(bytes)
    setImmediate(stream, response, next + 1)
  }
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    if (Buffer.concat(parts).includes('"stream":true')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      stream(response)
    } else {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': COMPLETION.length })
      response.end(COMPLETION)
    }
  })
})

if (process.send !== undefined) {
  server.keepAliveTimeout = 60_000
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }))
  process.on('disconnect', () => process.exit(0))
}
