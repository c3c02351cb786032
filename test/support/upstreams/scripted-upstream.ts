import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { listenOnLoopback } from '../servers/loopback.ts'
import { echoes } from './upstream-scripts.ts'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  /** The parsed JSON body, or the texts of a form; {} if there is none. */
  readonly body: Readonly<Record<string, unknown>>
  /** As it came. */
  readonly raw: Uint8Array
}

/** What the upstream does with one request. It may leave the response open for ever. */
export type Script = (response: ServerResponse, request: ReceivedRequest) => unknown

export interface ScriptedUpstream {
  /** With `/v1`, as a provider's base URL. */
  readonly baseUrl: string
  readonly requests: readonly ReceivedRequest[]
  /** Plays the script for every request whose `model` is this one. */
  onModel(model: string, script: Script): void
  /** Plays the script for every request that has no other one. */
  onEveryModel(script: Script): void
  /** Plays the script for the next request that no earlier one took, whatever its model. */
  next(...scripts: readonly Script[]): void
  openSockets(): number
  /** Responses that the caller left before they were finished. */
  abandoned(): number
  close(): Promise<void>
}

/** A local provider of the OpenAI wire. Unscripted, it echoes the last message, plain or streamed as asked. */
export const startScriptedUpstream = async (): Promise<ScriptedUpstream> => {
  const requests: ReceivedRequest[] = []
  const queue: Script[] = []
  const byModel = new Map<string, Script>()
  let ofOthers = echoes()
  let abandoned = 0

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const received = await receive(request)
    requests.push(received)
    response.on('close', () => {
      if (!response.writableFinished) abandoned += 1
    })
    const model = received.body['model']
    const script = queue.shift() ?? byModel.get(typeof model === 'string' ? model : '') ?? ofOthers
    await script(response, received)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  const listening = await listenOnLoopback(server)

  return {
    baseUrl: `${listening.origin}/v1`,
    requests,
    onModel: (model, script) => void byModel.set(model, script),
    onEveryModel: (script) => void (ofOthers = script),
    next: (...scripts) => void queue.push(...scripts),
    openSockets: listening.openConnections,
    abandoned: () => abandoned,
    close: listening.close,
  }
}

/** The texts of a form. */
const textsOf = async (raw: Uint8Array<ArrayBuffer>, type: string): Promise<ReceivedRequest['body']> => {
  const form = await new Response(raw, { headers: { 'content-type': type } }).formData()
  return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
}

const receive = async (request: IncomingMessage): Promise<ReceivedRequest> => {
  const packets: Buffer[] = []
  for await (const packet of request) packets.push(packet as Buffer)
  const raw = Buffer.concat(packets)
  const { 'content-type': type = '' } = request.headers
  const body = type.startsWith('multipart/')
    ? await textsOf(raw, type)
    : ((raw.length === 0 ? {} : JSON.parse(raw.toString('utf8'))) as ReceivedRequest['body'])
  return {
    method: request.method ?? '',
    path: request.url ?? '',
    headers: request.headers,
    body,
    raw,
  }
}
