import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../../../src/adapters/http/answer.ts'
import { endpoint } from '../../../src/adapters/http/endpoint.ts'
import { MAX_JSON_BYTES } from '../../../src/adapters/http/read-body.ts'
import { eventually } from '../../support/eventually.ts'
import { type RunningApp, serveForTest } from '../../support/http-app.ts'

const echo = endpoint({
  id: 'echo',
  method: 'POST',
  path: '/v1/echo',
  auth: 'none',
  summary: 'Echo',
  body: t.UnknownRecord,
  success: { status: 200, description: 'The body.' },
  failures: [],
  handle: async (call) => right(json(200, call.body)),
})

describe('a JSON body', () => {
  let app: RunningApp
  before(async () => {
    app = await serveForTest([echo])
  })
  after(() => app.close())

  const post = async (
    body: NonNullable<RequestInit['body']>,
    headers: Record<string, string> = {},
  ): Promise<readonly [status: number, body: string]> => {
    const init: RequestInit & { readonly duplex: 'half' } = {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      duplex: 'half',
    }
    const response = await fetch(`${app.url}/v1/echo`, init)
    return [response.status, await response.text()]
  }
  const codeOf = ([status, body]: readonly [number, string]): readonly unknown[] => [
    status,
    (JSON.parse(body) as { readonly code: string }).code,
  ]

  const text = '{"a":"ёж 🦔"}'
  const encodings = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text), identity: text }
  for (const [encoding, body] of Object.entries(encodings)) {
    it(`is read in the encoding ${encoding}`, async () => {
      expect(await post(body, { 'content-encoding': encoding })).to.deep.equal([200, text])
    })
  }

  it('may begin with a byte order mark and name its charset', async () => {
    const type = { 'content-type': 'Application/JSON; charset=utf-8' }
    expect(await post(`\uFEFF${text}`, type)).to.deep.equal([200, text])
  })

  it('is refused where its encoding is unknown, or says what it is not', async () => {
    expect(codeOf(await post(text, { 'content-encoding': 'zip' }))).to.deep.equal([415, 'unsupported_media_type'])
    expect(codeOf(await post(text, { 'content-encoding': 'gzip' }))).to.deep.equal([400, 'malformed_json'])
    const cut = encodings.gzip.subarray(0, -9)
    expect(codeOf(await post(cut, { 'content-encoding': 'gzip' }))).to.deep.equal([400, 'malformed_json'])
  })

  it('is refused past its size, however small it was packed and whether or not it said its length', async () => {
    const large = `{"a":"${'x'.repeat(MAX_JSON_BYTES)}"}`
    const refused = [413, 'payload_too_large']
    expect(codeOf(await post(gzipSync(large), { 'content-encoding': 'gzip' }))).to.deep.equal(refused)
    expect(codeOf(await post(new Blob([large]).stream()))).to.deep.equal(refused)
  })

  it('names no prototype, however the name is written', async () => {
    for (const name of ['__proto__', '\\u005f_proto__', '__\\u0070roto__']) {
      expect(codeOf(await post(`{"a":[{"${name}":{"b":1}}]}`))).to.deep.equal([400, 'malformed_json'])
    }
    const harmless = '{"a":"__proto__","\\u0070":"\\u0070"}'
    expect(await post(harmless)).to.deep.equal([200, JSON.stringify(JSON.parse(harmless))])
  })

  it('that breaks off is the end of its request and of nothing else', async () => {
    const before = app.accessLog.length
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    await once(socket, 'connect')
    const head = ['POST /v1/echo HTTP/1.1', 'host: x', 'content-type: application/json', 'content-length: 100', '', '']
    socket.write(`${head.join('\r\n')}{"a":`, () => socket.destroy())
    await eventually(() => app.accessLog.length > before)
    expect(app.accessLog.at(-1)).to.include({ clientLeft: true })
    expect(app.errors).to.deep.equal([])
    expect(await post(text)).to.deep.equal([200, text])
  })
})
