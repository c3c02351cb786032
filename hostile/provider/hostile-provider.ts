import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Shape } from '../body-shapes.ts'
import { ANSWERS } from './answers.ts'
import type { Asking, Pieces } from './answers.ts'
import { answerOf, IMAGE_MODEL, modelsOf } from './catalog.ts'

/** The number of bytes to answer is the question. */
interface Asked {
  /** In the address where it is absent. */
  readonly model?: string
  readonly messages?: readonly [{ readonly content: string }]
  readonly contents?: readonly [{ readonly parts: readonly [{ readonly text: string }] }]
  readonly prompt?: string
  readonly input?: string | readonly [string]
}

const bytesAsked = ({ messages, contents, prompt, input }: Asked): number =>
  Number(
    messages?.[0].content ?? contents?.[0].parts[0].text ?? prompt ?? (typeof input === 'string' ? input : input?.[0]),
  )

const modelAsked = ({ model }: Asked, url: string): string =>
  model ?? decodeURIComponent(/\/models\/([^/:]+):/.exec(url)?.[1] ?? '')

const PNG_BEGINNING = 'iVBORw0KGgoA'

/** An answer with one image, of about so many bytes. */
const imageOf = (bytes: number): Pieces => ({
  before: `{"data":[{"b64_json":"${PNG_BEGINNING}`,
  piece: 'AAAA'.repeat(16_384),
  times: Math.round(bytes / 65_536),
  after: '"}]}',
})

function* written({ before = '', piece, times, after = '' }: Pieces): Generator<string | Buffer> {
  if (before !== '') yield before
  for (let count = 0; count < times; count += 1) yield piece
  if (after !== '') yield after
}

const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
  let text = ''
  for await (const bytes of request) text += String(bytes)
  const type = 'application/json'
  const asked = JSON.parse(text) as Asked
  const model = modelAsked(asked, request.url ?? '')
  if (IMAGE_MODEL.endsWith(`/${model}`)) {
    response.writeHead(200, { 'content-type': type })
    return pipeline(Readable.from(written(imageOf(bytesAsked(asked))), { objectMode: false }), response)
  }
  const known = ANSWERS[answerOf(model)]
  if (known === undefined) throw new Error(`no answer is called ${model}`)
  const pieces = known.make(bytesAsked(asked))
  const source = Readable.from(written(pieces), { objectMode: false })
  const headers = { 'content-type': known.isStream ? 'text/event-stream' : type, ...known.headers }
  if (known.isChunked === true) {
    // Beside the server, which would make chunks of its own.
    response.writeHead(200, { ...headers, 'transfer-encoding': 'chunked' }).flushHeaders()
    await pipeline(source, response.socket ?? response)
    return
  }
  response.writeHead(200, headers)
  await pipeline(source, response)
}

export interface HostileProvider {
  readonly port: number
  close(): void
}

/** A provider, on loopback, that answers what its model is called. */
export const startProvider = async (): Promise<HostileProvider> => {
  const server = createServer((request, response) => {
    // The gateway breaks most of these answers off.
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Question {
  readonly endpoint: string
  readonly fields: (size: string, isStream: boolean) => object
}

const CHAT: Question = {
  endpoint: 'POST /v1/chat/completions',
  fields: (size, stream) => ({ stream, messages: [{ role: 'user', content: size }] }),
}
const IMAGES: Question = { endpoint: 'POST /v1/images/generations', fields: (prompt) => ({ prompt }) }
const SPEECH: Question = {
  endpoint: 'POST /v1/audio/speech',
  fields: (input) => ({ input, voice: 'alloy', response_format: 'wav' }),
}

const QUESTIONS: Readonly<Record<Asking, Question>> = {
  chat: CHAT,
  google_chat: CHAT,
  images: IMAGES,
  google_images: IMAGES,
  speech: SPEECH,
  google_speech: SPEECH,
  embeddings: { endpoint: 'POST /v1/embeddings', fields: (input) => ({ input }) },
}

/** A call whose provider answers so, and the size with which it is measured. */
interface ProviderShape extends Shape {
  readonly endpoint: string
  readonly bytes: number
}

export const PROVIDER_SHAPES: readonly ProviderShape[] = Object.entries(ANSWERS).map(
  ([name, { bytes, isStream, asking = 'chat' }]) => {
    const next = modelsOf(name)
    const { endpoint, fields } = QUESTIONS[asking]
    return {
      name: `a provider that answers ${name.replaceAll('-', ' ')}`,
      endpoint,
      bytes,
      make: (size) => Buffer.from(JSON.stringify({ model: next(), ...fields(String(size), isStream) })),
    }
  },
)
