import { Agent, request } from 'node:http'

export interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | null
}

export interface Heard {
  readonly ms: number
  /** 0: the connection was cut without an answer. */
  readonly status: number
}

/** A request without an answer after this time counts as one that took this time. */
const TIMEOUT_MS = 60_000

/** Sends one request and waits for its whole answer, or for the cut. */
export const openCaller = (port: number, timeoutMs = TIMEOUT_MS) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = ({ method, path, headers, body }: Call): Promise<Heard> =>
    new Promise((resolve) => {
      const startedMs = performance.now()
      let status = 0
      const done = (): void => {
        clearTimeout(timer)
        resolve({ ms: performance.now() - startedMs, status })
      }
      const length = body === null ? {} : { 'content-length': String(body.length) }
      const outgoing = request(
        { host: '127.0.0.1', port, agent, method, path, headers: { ...headers, ...length } },
        (response) => {
          status = response.statusCode ?? 0
          response.resume().once('close', done)
        },
      )
      const timer = setTimeout(() => outgoing.destroy(), timeoutMs)
      outgoing.once('error', done)
      outgoing.end(body ?? undefined)
    })
  return { send, close: (): void => agent.destroy() }
}

export type Caller = ReturnType<typeof openCaller>
