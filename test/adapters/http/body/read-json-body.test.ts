import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { BODY_LIMITS } from '../../../../src/adapters/http/body/body-limits.ts'
import { eventually } from '../../../support/eventually.ts'
import { serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const echo = endpoint({
  id: 'echo',
  method: 'POST',
  path: '/v1/echo',
  surface: serviceSurface,
  auth: 'none',
  group: 'Service',
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

  it('may begin with a byte order mark, name its charset and have the encoding `identity`', async () => {
    const headers = { 'content-type': 'Application/JSON; charset=utf-8', 'content-encoding': 'Identity' }
    expect(await post(`\uFEFF${text}`, headers)).to.deep.equal([200, text])
  })

  const encodings = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text), zip: text }
  for (const [encoding, body] of Object.entries(encodings)) {
    it(`is refused in the encoding ${encoding}`, async () => {
      expect(codeOf(await post(body, { 'content-encoding': encoding }))).to.deep.equal([415, 'unsupported_media_type'])
    })
  }

  it('is refused above the limit of its endpoint, with or without an announced length, and is read up to it', async () => {
    const { bytes } = BODY_LIMITS.small
    const sized = (length: number): string => `{"a":"${'x'.repeat(length - 8)}"}`
    expect((await post(sized(bytes)))[0]).to.equal(200)
    expect((await post(new Blob([sized(bytes)]).stream()))[0]).to.equal(200)
    const refused = [413, 'payload_too_large']
    expect(codeOf(await post(sized(bytes + 1)))).to.deep.equal(refused)
    expect(codeOf(await post(new Blob([sized(bytes + 1)]).stream()))).to.deep.equal(refused)
  })

  it('is refused where its bytes are not UTF-8, in a string or anywhere else', async () => {
    for (const bytes of [[0xc0, 0xaf], [0xff], [0xed, 0xa0, 0x80], [0xe2, 0x82]]) {
      const body = Buffer.concat([Buffer.from('{"a":"'), Buffer.from(bytes), Buffer.from('"}')])
      expect(codeOf(await post(body)), bytes.join(' ')).to.deep.equal([400, 'malformed_json'])
    }
  })

  it('is refused before it is parsed where it nests too deep or holds too many values', async () => {
    const { depth } = BODY_LIMITS.small
    const nested = (levels: number): string => `{"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`
    expect((await post(nested(depth)))[0]).to.equal(200)
    expect((await post(nested(depth + 1)))[0]).to.equal(422)
    expect((await post('['.repeat(60_000)))[0]).to.equal(422)
  })

  it('is refused with the key `__proto__`, in every spelling', async () => {
    for (const name of ['__proto__', '\\u005f_proto__', '__\\u0070roto__']) {
      expect(codeOf(await post(`{"a":[{"${name}":{"b":1}}]}`))).to.deep.equal([400, 'malformed_json'])
    }
    const harmless = '{"a":"__proto__","\\u0070":"\\u0070"}'
    expect(await post(harmless)).to.deep.equal([200, JSON.stringify(JSON.parse(harmless))])
  })

  it('ends only its own request when it breaks off', async () => {
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
