import { createServer } from 'node:http'
import type { Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'

/** A provider on OpenAI's wire that the trial can stop, and make wait. */
export interface TrialUpstream {
  readonly baseUrl: string
  /** Holds answers back from now on, until `release`. */
  hold(): void
  release(): void
  /** How many answers are held back. */
  held(): number
  /** Accepts no connection any more, as a provider that is away, until `start`. */
  stop(): Promise<void>
  start(): Promise<void>
}

const ANSWER = JSON.stringify({
  id: 'chatcmpl-trial',
  object: 'chat.completion',
  created: 1_700_000_000,
  model: 'trial',
  choices: [{ index: 0, message: { role: 'assistant', content: 'one two' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
})

const answer = (response: ServerResponse): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(ANSWER)

export const startUpstream = async (): Promise<TrialUpstream> => {
  let isHolding = false
  let waiting: ServerResponse[] = []
  let server: Server
  let port = 0
  const start = async (): Promise<void> => {
    server = createServer((request, response) => {
      request.resume().once('end', () => (isHolding ? void waiting.push(response) : answer(response)))
    })
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }
  await start()
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    hold: () => {
      isHolding = true
    },
    release: () => {
      isHolding = false
      for (const response of waiting) answer(response)
      waiting = []
    },
    held: () => waiting.length,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
    start,
  }
}
