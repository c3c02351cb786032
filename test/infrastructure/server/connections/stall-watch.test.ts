import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import sinon from 'sinon'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import type { HttpResponse } from '../../../../src/adapters/http/sending/http-response.ts'
import { accountSurface } from '../../../../src/adapters/http/account/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { fileSystemMediaStore } from '../../../../src/adapters/media-store/file-system-media-store.ts'
import { storedFile } from '../../../../src/application/media/stored-file.ts'
import { createHttpServer, SERVER_LIMITS } from '../../../../src/infrastructure/server/create-http-server.ts'
import { eventually } from '../../../support/eventually.ts'
import { appForTest, GOOD_TOKEN } from '../../../support/http-app.ts'
import { listenOnLoopback } from '../../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../../support/servers/loopback.ts'

const IMPATIENT = { ...SERVER_LIMITS, stallMs: 200, lingerMs: 100, checkEveryMs: 20 }
/** More than the kernels of both ends keep for a client that does not read. */
const LARGE = 40_000_000

const gets = (path: string, answer: () => Promise<HttpResponse> | HttpResponse, left: () => void): Endpoint =>
  endpoint({
    id: path,
    method: 'GET',
    path: `/v1/me/${path}`,
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: path,
    success: { status: 200, description: path },
    failures: [],
    handle: async ({ onClientDisconnect }) => {
      onClientDisconnect(left)
      return right(await answer())
    },
  })

const takes = endpoint({
  id: 'takes',
  method: 'POST',
  path: '/v1/me/takes',
  surface: accountSurface,
  auth: 'session',
  group: 'Account',
  summary: 'Take a body',
  body: t.UnknownRecord,
  multipart: { files: ['image'] },
  success: { status: 200, description: 'The fields.' },
  failures: [],
  handle: async ({ body }) => right(json(200, Object.keys(body))),
})

const head = (method: string, path: string, headers: readonly string[] = []): string =>
  [`${method} /v1/me/${path} HTTP/1.1`, 'host: test', `authorization: Bearer ${GOOD_TOKEN}`, ...headers, '\r\n'].join(
    '\r\n',
  )

const POST_JSON = head('POST', 'takes', ['content-type: application/json', 'content-length: 1000'])
const FORM_TYPE = 'content-type: multipart/form-data; boundary=x'
const POST_FORM = head('POST', 'takes', [FORM_TYPE, 'content-length: 1000'])
const POST_CHUNKS = head('POST', 'takes', ['content-type: application/json', 'transfer-encoding: chunked'])

/** The clock stands still, so this counts attempts: a byte on the loopback takes few. */
const eventuallyRead = async (socket: Socket, bytes: number): Promise<void> => {
  while (socket.bytesRead < bytes && !socket.destroyed) await setImmediate()
}

describe('a client that stalls', () => {
  let server: LoopbackServer
  const clients: Socket[] = []
  let left = 0

  const serve = async (endpoints: readonly Endpoint[], limits = IMPATIENT): Promise<void> => {
    const app = appForTest(endpoints)
    server = await listenOnLoopback(createHttpServer(app, () => 'made-id', limits))
  }
  /** A client that has sent this, and reads only where the test lets it. */
  const client = (text: string, reads = false): Socket => {
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    if (reads) socket.resume()
    else socket.pause()
    socket.write(text)
    clients.push(socket)
    return socket
  }
  const everyoneGone = (): Promise<void> => eventually(() => server.openConnections() === 0)

  beforeEach(() => {
    left = 0
  })
  afterEach(async () => {
    for (const socket of clients.splice(0)) socket.destroy()
    await server.close()
  })

  const endless = async function* (): AsyncGenerator<string> {
    for (;;) yield await Promise.resolve('x'.repeat(10_000))
  }
  const zeros = async function* (): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < LARGE; sent += 100_000) yield await Promise.resolve(new Uint8Array(100_000))
  }
  const answers: Readonly<Record<string, () => HttpResponse>> = {
    'a JSON body': () => json(200, 'x'.repeat(LARGE)),
    bytes: () => ({ tag: 'bytes', status: 200, contentType: 'image/png', body: new Uint8Array(LARGE), headers: {} }),
    'a file': () => ({
      tag: 'file',
      status: 200,
      contentType: 'image/png',
      sizeBytes: LARGE,
      content: zeros(),
      headers: {},
    }),
    'a stream of events': () => ({ tag: 'events', frames: endless(), ping: '', headers: {} }),
  }
  for (const [name, answer] of Object.entries(answers)) {
    it(`is disconnected when it takes none of ${name}, as if it had closed the connection`, async () => {
      await serve([gets('large', answer, () => (left += 1))])
      client(head('GET', 'large'))
      await eventually(() => server.openConnections() === 1)
      await everyoneGone()
      await eventually(() => left === 1)
    })
  }

  /** A client of an answer of 40 MB for which 25 ms pass with each megabyte that it reads; how many bytes it got. */
  const readSlowly = async (limits: typeof IMPATIENT): Promise<number> => {
    // The time that counts passes as the client reads, and not while the machine is busy with something else.
    const clock = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    try {
      await serve(
        [
          gets(
            'large',
            () => json(200, 'x'.repeat(LARGE)),
            () => (left += 1),
          ),
        ],
        limits,
      )
      const slow = client(head('GET', 'large'))
      let taken = 0
      await new Promise<void>((resolve) => {
        slow.once('close', resolve)
        slow.on('data', (bytes: Buffer) => {
          const megabytes = Math.floor((taken + bytes.length) / 1_000_000) - Math.floor(taken / 1_000_000)
          taken += bytes.length
          clock.tick(25 * megabytes)
          if (taken > LARGE) resolve()
        })
        slow.resume()
      })
      return taken
    } finally {
      clock.restore()
    }
  }

  it('is served to the end when it is slow but takes what it is sent', async () => {
    // It needs a second, many times the time that a stalled one is given.
    expect(await readSlowly(IMPATIENT)).to.be.above(LARGE)
    expect(left).to.equal(0)
  })

  it('is disconnected when it goes on reading a long answer too slowly', async () => {
    expect(await readSlowly({ ...IMPATIENT, leastBytesPerSecond: 100_000_000, paceAfterMs: 100 })).to.be.below(LARGE)
    await eventually(() => left === 1)
  })

  it('is kept while nothing waits for it: the silence of a provider does not count', async () => {
    let speak: (() => void) | undefined
    const silent = async function* (): AsyncGenerator<string> {
      yield 'data: first\n\n'
      await new Promise<void>((resolve) => (speak = resolve))
      yield 'data: last\n\n'
    }
    const silence = gets(
      'silent',
      () => ({ tag: 'events', frames: silent(), ping: '', headers: {} }),
      () => (left += 1),
    )
    await serve([silence, takes])
    const idleClient = client(head('GET', 'silent'))
    let heard = ''
    idleClient.on('data', (bytes: Buffer) => (heard += bytes.toString())).resume()
    await eventually(() => heard.includes('first'))
    // Another client stalls after it, and is the clock: when that one is let go, the provider was silent for longer.
    await once(client(POST_JSON, true), 'end')
    expect([left, idleClient.destroyed]).to.deep.equal([0, false])
    speak?.()
    await eventually(() => heard.includes('last'))
    expect(left).to.equal(0)
  })

  for (const [name, text] of [
    ['a JSON body', `${POST_JSON}{"a":`],
    ['a body of chunks', `${POST_CHUNKS}5\r\n{"a":\r\n`],
    ['a form', `${POST_FORM}--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nabc`],
    ['any body', POST_JSON],
  ] as const) {
    it(`gets 408 and is disconnected when it sends no more of ${name} that it announced`, async () => {
      await serve([takes])
      const sender = client(text, true)
      let heard = ''
      sender.on('data', (bytes: Buffer) => (heard += bytes.toString()))
      await once(sender, 'end')
      expect(heard).to.match(/^HTTP\/1\.1 408 /)
      // It keeps its own side open, and is cut all the same.
      await everyoneGone()
    })
  }

  /**
   * What a client is answered that sends a body of 1,000 bytes byte by byte, for each of which 50 ms pass; and how many
   * bytes it had sent by then.
   */
  const sendSlowly = async (limits: typeof IMPATIENT): Promise<{ readonly status: string; readonly sent: number }> => {
    // The time that counts passes as the server reads, and not while the machine is busy with something else.
    const clock = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    try {
      const http = createHttpServer(appForTest([takes]), () => 'made-id', limits)
      const accepted = once(http, 'connection')
      server = await listenOnLoopback(http)
      const sender = client(POST_JSON, true)
      let heard = ''
      sender.on('data', (bytes: Buffer) => (heard += bytes.toString()))
      const [socket] = (await accepted) as [Socket]
      const body = JSON.stringify({ a: 'x'.repeat(1_000 - '{"a":""}'.length) })
      let sent = 0
      while (sent < body.length && !socket.writableEnded) {
        sender.write(body.charAt(sent))
        sent += 1
        await eventuallyRead(socket, POST_JSON.length + sent)
        clock.tick(50)
      }
      await once(sender.end(), 'end')
      return { status: heard.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length), sent }
    } finally {
      clock.restore()
    }
  }

  it('is served when it sends a long body slowly, byte by byte, at the least pace', async () => {
    const { status, sent } = await sendSlowly({ ...IMPATIENT, leastBytesPerSecond: 20, paceAfterMs: 1_000 })
    expect([status, sent]).to.deep.equal(['200', 1_000])
  })

  it('gets 408 and is disconnected when it goes on sending a body too slowly', async () => {
    const { status, sent } = await sendSlowly({ ...IMPATIENT, leastBytesPerSecond: 16_384, paceAfterMs: 1_000 })
    expect(status).to.equal('408')
    expect(sent).to.be.within(20, 30)
    await everyoneGone()
  })

  it('leaves no descriptor open: the file that was being sent to it is closed', async function () {
    if (process.platform !== 'linux') this.skip()
    const root = await mkdtemp(join(tmpdir(), 'stalled-'))
    try {
      const store = fileSystemMediaStore(root)
      const { address } = await store.put(new Uint8Array(LARGE), 'video/mp4')
      const file = await storedFile(store, address, 'video/mp4')
      if (file === null) throw new Error('the file is not there')
      const open = (): number =>
        readdirSync('/proc/self/fd').filter((fd) => {
          try {
            return readlinkSync(`/proc/self/fd/${fd}`).endsWith(address)
          } catch {
            return false
          }
        }).length
      const answer = (): HttpResponse => ({
        tag: 'file',
        status: 200,
        contentType: 'video/mp4',
        sizeBytes: LARGE,
        content: file.read(),
        headers: {},
      })
      await serve([gets('film', answer, () => (left += 1))])
      for (let each = 0; each < 5; each += 1) client(head('GET', 'film'))
      await eventually(() => open() === 5)
      await everyoneGone()
      await eventually(() => open() === 0 && left === 5)
    } finally {
      await rm(root, { recursive: true, force: true })
    }
  })
})
