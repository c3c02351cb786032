import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import { rawBody } from '../../../../src/adapters/http/body/raw-body.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { eventually } from '../../../support/eventually.ts'
import { serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

describe('a raw body', () => {
  let app: RunningApp
  let calls = 0
  const bytes = endpoint({
    id: 'bytes',
    method: 'POST',
    path: '/v1/bytes',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'Tell the bytes',
    body: rawBody,
    success: { status: 200, description: 'The body in base64.' },
    failures: [],
    handle: async ({ body }) => {
      calls += 1
      return right(json(200, Buffer.from(body).toString('base64')))
    },
  })
  beforeEach(async () => {
    calls = 0
    app = await serveForTest([bytes], { bodyBytesInFlight: 100_000 })
  })
  afterEach(() => app.close())

  const post = (body: NonNullable<RequestInit['body']>, headers: Record<string, string> = {}): Promise<Response> => {
    const init: RequestInit & { readonly duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
    return fetch(`${app.url}/v1/bytes`, init)
  }
  const inChunks = (sizes: readonly number[]): ReadableStream =>
    new ReadableStream({
      start: (controller) => {
        for (const size of sizes) controller.enqueue(new Uint8Array(size))
        controller.close()
      },
    })

  it('arrives byte for byte, whatever its media type', async () => {
    const sent = Buffer.from([0x00, 0xff, 0x20, 0x0d, 0x0a, 0x7b])
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'text/plain',
      'multipart/form-data',
      '',
    ]) {
      const response = await post(sent, { 'content-type': type })
      expect([response.status, await response.json()], type).to.deep.equal([200, sent.toString('base64')])
    }
    expect(await (await post(inChunks([3, 0, 2]))).json(), 'in chunks').to.equal(Buffer.alloc(5).toString('base64'))
    expect(await (await post('')).json(), 'empty').to.equal('')
  })

  it('is refused when it is too large, whether its length is announced or not', async () => {
    expect((await post(Buffer.alloc(64_001))).status).to.equal(413)
    expect((await post(inChunks([32_000, 32_001]))).status).to.equal(413)
    expect((await post(Buffer.alloc(64_000))).status).to.equal(200)
    expect(calls).to.equal(1)
  })

  it('is refused with a content encoding', async () => {
    expect((await post(gzipSync('x'), { 'content-encoding': 'gzip' })).status).to.equal(415)
  })

  it('counts against the budget of all bodies, and no longer after its answer', async () => {
    const open = async () => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write('POST /v1/bytes HTTP/1.1\r\nhost: x\r\ncontent-length: 64000\r\n\r\n')
      socket.write(Buffer.alloc(63_999))
      return socket
    }
    const slow = await open()
    await eventually(async () => (await post(Buffer.alloc(40_000))).status === 503)
    slow.destroy()
    await eventually(async () => (await post(Buffer.alloc(40_000))).status === 200)
    expect(app.errors).to.deep.equal([])
  })
})
