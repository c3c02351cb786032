import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Shape } from '../body-shapes.ts'
import { ANSWERS } from './answers.ts'
import type { Pieces } from './answers.ts'
import { answerOf, modelsOf } from './catalog.ts'

interface Asked {
  readonly model: string
  /** The number of bytes to answer is the question. */
  readonly messages: readonly [{ readonly content: string }]
}

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
  if (request.url === '/v1/images/generations') {
    const { prompt } = JSON.parse(text) as { readonly prompt: string }
    response.writeHead(200, { 'content-type': type })
    return pipeline(Readable.from(written(imageOf(Number(prompt))), { objectMode: false }), response)
  }
  const { model, messages } = JSON.parse(text) as Asked
  const known = ANSWERS[answerOf(model)]
  if (known === undefined) throw new Error(`no answer is called ${model}`)
  const pieces = known.make(Number(messages[0].content))
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

/** A chat whose provider answers so, and the size with which it is measured. */
export const PROVIDER_SHAPES: readonly (Shape & { readonly bytes: number })[] = Object.entries(ANSWERS).map(
  ([name, { bytes, isStream }]) => {
    const next = modelsOf(name)
    return {
      name: `a provider that answers ${name.replaceAll('-', ' ')}`,
      bytes,
      make: (size) => {
        const messages = [{ role: 'user', content: String(size) }]
        return Buffer.from(JSON.stringify({ model: next(), stream: isStream, messages }))
      },
    }
  },
)
