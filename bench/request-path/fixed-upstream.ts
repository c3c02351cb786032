import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface FixedUpstream {
  /** With `/v1`, as the base URL of a provider. */
  readonly baseUrl: string
  close(): void
}

const USAGE = { prompt_tokens: 12, completion_tokens: 4, total_tokens: 16 }
const HEAD = { id: 'chatcmpl-measure', created: 1_700_000_000, model: 'measure' }

const COMPLETION = JSON.stringify({
  ...HEAD,
  object: 'chat.completion',
  choices: [{ index: 0, message: { role: 'assistant', content: 'one two three four' }, finish_reason: 'stop' }],
  usage: USAGE,
})

const chunk = (choices: readonly object[], usage: object | null): string =>
  `data: ${JSON.stringify({ ...HEAD, object: 'chat.completion.chunk', choices, usage })}\n\n`

const choice = (delta: object, finish: string | null) => [{ index: 0, delta, finish_reason: finish }]

/** Four chunks, of which the last reports the usage. Each is written by itself. */
const STREAM: readonly string[] = [
  chunk(choice({ role: 'assistant', content: 'one' }, null), null),
  chunk(choice({ content: ' two' }, null), null),
  chunk(choice({}, 'stop'), null),
  `${chunk([], USAGE)}data: [DONE]\n\n`,
]

/** Long enough that two chunks never arrive at the gateway in one read. */
const GAP_MS = 30

const streamTo = async (response: ServerResponse): Promise<void> => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const bytes of STREAM) {
    response.write(bytes)
    await new Promise((resolve) => setTimeout(resolve, GAP_MS))
  }
  response.end()
}

/** A provider of OpenAI's wire on the loopback address, which always gives the same answer. */
export const startFixedUpstream = async (): Promise<FixedUpstream> => {
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const { stream } = (await json(request)) as { readonly stream?: boolean }
      if (stream === true) await streamTo(response)
      else response.writeHead(200, { 'content-type': 'application/json' }).end(COMPLETION)
    }
    answer().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
