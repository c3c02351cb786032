import { createServer } from 'node:http'
import { listenOnLoopback } from '../servers/loopback.ts'

/** An upstream of OpenAI's wire that says one word and no more until it is let go on. */
export interface HeldUpstream {
  readonly url: string
  /** Lets every answer end, those that have begun and those to come. */
  release(): void
  close(): Promise<void>
}

const event = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`

const chunk = (content: string, finish: string | null = null): string =>
  event({
    id: 'c',
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  })

const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }

export const startHeldUpstream = async (): Promise<HeldUpstream> => {
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk('first '))
    void released.then(() => {
      response.end(`${chunk('second', 'stop')}${event({ id: 'c', choices: [], usage: USAGE })}data: [DONE]\n\n`)
    })
  })
  const { origin, close } = await listenOnLoopback(server)
  return {
    url: `${origin}/v1`,
    release,
    close,
  }
}
