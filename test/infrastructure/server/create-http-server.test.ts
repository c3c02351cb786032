import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../../../src/adapters/http/sending/http-response.ts'
import { accountSurface } from '../../../src/adapters/http/account/surface.ts'
import { endpoint } from '../../../src/adapters/http/endpoint/endpoint.ts'
import { createHttpServer, SERVER_LIMITS } from '../../../src/infrastructure/server/create-http-server.ts'
import type { ServerLimits } from '../../../src/infrastructure/server/create-http-server.ts'
import { eventually } from '../../support/eventually.ts'
import { appForTest, GOOD_TOKEN } from '../../support/http-app.ts'
import { listenOnLoopback } from '../../support/servers/loopback.ts'
import type { LoopbackServer } from '../../support/servers/loopback.ts'

const echo = endpoint({
  id: 'echo',
  method: 'POST',
  path: '/v1/me/echo',
  surface: accountSurface,
  auth: 'session',
  group: 'Account',
  summary: 'Echo',
  body: t.UnknownRecord,
  success: { status: 200, description: 'The fields.' },
  failures: [],
  handle: async ({ body }) => right(json(200, Object.keys(body))),
})

/** It says one thing, and then waits until its client has left. */
const endless = endpoint({
  id: 'endless',
  method: 'GET',
  path: '/v1/me/endless',
  surface: accountSurface,
  auth: 'session',
  group: 'Account',
  summary: 'Say something',
  success: { status: 200, description: 'Events.' },
  failures: [],
  handle: async ({ onClientDisconnect }) => {
    const left = new Promise<void>((resolve) => onClientDisconnect(resolve))
    const frames = async function* (): AsyncGenerator<string> {
      yield 'data: first\n\n'
      await left
    }
    return right({ tag: 'events', frames: frames(), ping: '' })
  },
})

const IMPATIENT = { ...SERVER_LIMITS, headersMs: 150, wholeRequestMs: 400, checkEveryMs: 25 }
/** Where something has to come before the time is up, on a busy machine too. */
const LESS_IMPATIENT = { ...IMPATIENT, headersMs: 2_500, wholeRequestMs: 2_500 }

/** A client that writes what it likes and keeps what it hears. */
const rawClient = (port: number) => {
  let heard = ''
  let isClosed = false
  const socket = connect(port, '127.0.0.1')
  socket.setEncoding('latin1').on('data', (text: string) => void (heard += text))
  socket.on('close', () => void (isClosed = true)).on('error', () => undefined)
  return {
    socket,
    heard: () => heard,
    isClosed: () => isClosed,
    status: () => Number(/^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1] ?? 0),
    closed: () => eventually(() => isClosed),
  }
}

type RawClient = ReturnType<typeof rawClient>

const head = (length: string, token = GOOD_TOKEN): string =>
  [
    'POST /v1/me/echo HTTP/1.1',
    'host: test',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
    length,
    '\r\n',
  ].join('\r\n')

describe('the HTTP server and clients that misbehave', () => {
  let server: LoopbackServer
  const errors: unknown[] = []
  const clients: RawClient[] = []
  const open = (): RawClient => {
    const client = rawClient(server.port)
    clients.push(client)
    return client
  }

  const serve = async (limits: ServerLimits): Promise<void> => {
    const app = appForTest([echo, endless], { reportError: (error) => errors.push(error), nextId: () => 'id' })
    server = await listenOnLoopback(createHttpServer(app, () => 'made-id', limits))
  }
  afterEach(async () => {
    for (const client of clients.splice(0)) client.socket.destroy()
    await server.close()
    expect(errors.splice(0)).to.deep.equal([])
  })

  it('cuts a client that sends nothing, and one that never ends its headers, and answers with the reason', async () => {
    await serve(IMPATIENT)
    const [silent, dripping] = [open(), open()]
    dripping.socket.write('GET /v1/me/echo HTTP/1.1\r\nhost: test\r\n')
    const drip = setInterval(() => dripping.socket.write('x-a: b\r\n'), 20)
    try {
      await Promise.all([silent.closed(), dripping.closed()])
    } finally {
      clearInterval(drip)
    }
    expect(dripping.status()).to.equal(408)
    expect(dripping.heard()).to.include('"code":"request_timeout"')
  })

  it('cuts a client that never ends its body', async () => {
    await serve(IMPATIENT)
    const client = open()
    client.socket.write(`${head('content-length: 1000')}{"a":`)
    const drip = setInterval(() => client.socket.write('1'), 20)
    try {
      await client.closed()
    } finally {
      clearInterval(drip)
    }
    expect(client.status()).to.equal(408)
  })

  it('serves a client that is slow but finishes', async () => {
    await serve(LESS_IMPATIENT)
    const client = open()
    for (const part of [head('content-length: 7'), '{"', 'a"', ':1', '}']) {
      client.socket.write(part)
      await wait(20)
    }
    await eventually(() => client.status() === 200)
  })

  it('refuses headers beyond the limit, in JSON', async () => {
    await serve({ ...SERVER_LIMITS, maxHeaderBytes: 2_048 })
    const client = open()
    client.socket.write(`GET / HTTP/1.1\r\nhost: test\r\nx-long: ${'x'.repeat(4_000)}\r\n\r\n`)
    await client.closed()
    expect(client.status()).to.equal(431)
    expect(client.heard()).to.include('"code":"headers_too_large"')
    expect(client.heard()).to.include('x-request-id: made-id\r\n')
  })

  it('reads every header of a head, however many stand before it', async () => {
    await serve(SERVER_LIMITS)
    const client = open()
    const padded = head('content-length: 9').replace('authorization:', `${'a:b\r\n'.repeat(2_500)}authorization:`)
    client.socket.write(`${padded}{"one":1}`)
    await eventually(() => client.heard().includes('["one"]'))
  })

  it('refuses what is not HTTP', async () => {
    await serve(SERVER_LIMITS)
    const client = open()
    client.socket.write('what is this?\r\n\r\n')
    await client.closed()
    expect(client.status()).to.equal(400)
    expect(client.heard()).to.include('"code":"malformed_request"').and.include('x-request-id: made-id\r\n')
    expect(client.heard()).to.include('content-type: application/json; charset=utf-8\r\n')
  })

  it('writes no refusal into an answer under way, also when another request waits behind it', async () => {
    await serve(SERVER_LIMITS)
    const client = open()
    const request = `GET /v1/me/endless HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${GOOD_TOKEN}\r\n\r\n`
    client.socket.write(request)
    await eventually(() => client.heard().includes('data: first'))
    client.socket.write(`${request}what is this?\r\n\r\n`)
    await client.closed()
    expect(client.heard().split('HTTP/1.1 ')).to.have.length(2)
  })

  const HOSTS: Readonly<Record<string, string>> = {
    'two Host headers': 'GET /v1/me/echo HTTP/1.1\r\nhost: test\r\nHost: other\r\n\r\n',
    'the same Host header twice': 'GET /v1/me/echo HTTP/1.1\r\nhost: test\r\nhost: test\r\n\r\n',
    'no Host header': 'GET /v1/me/echo HTTP/1.1\r\n\r\n',
  }
  for (const [name, packet] of Object.entries(HOSTS)) {
    it(`refuses a request with ${name}, and names the request`, async () => {
      await serve(SERVER_LIMITS)
      const client = open()
      client.socket.write(packet)
      await eventually(() => client.status() === 400)
      expect(client.heard()).to.include('"code":"malformed_request"').and.include('x-request-id: id\r\n')
    })
  }

  const sendUntilAnswered = async (client: RawClient, chunk: string): Promise<number> => {
    let sent = 0
    while (client.status() === 0 && !client.isClosed()) {
      client.socket.write(chunk)
      sent += chunk.length
      await wait(1)
    }
    return sent
  }

  it('answers 413 while a client still sends, and continues reading so that the client gets it', async () => {
    await serve(SERVER_LIMITS)
    const client = open()
    client.socket.write(`${head('content-length: 90000000')}{"a":"`)
    await sendUntilAnswered(client, 'x'.repeat(100_000))
    for (let more = 0; more < 50; more += 1) client.socket.write('x'.repeat(100_000))
    await eventually(() => client.heard().includes('payload_too_large'))
    expect(client.status()).to.equal(413)
  })

  it('answers 413 also where the length was not announced, at the limit', async () => {
    await serve(SERVER_LIMITS)
    const client = open()
    client.socket.write(`${head('transfer-encoding: chunked')}6\r\n{"a":"\r\n`)
    const chunk = `f4240\r\n${'x'.repeat(1_000_000)}\r\n`
    while (client.status() === 0 && !client.isClosed()) {
      if (!client.socket.write(chunk)) await once(client.socket, 'drain')
    }
    await eventually(() => client.heard().includes('payload_too_large'))
    expect(client.status()).to.equal(413)
  })

  it('lets a refused client finish its body, and then serves its next request on the connection', async () => {
    await serve(SERVER_LIMITS)
    const client = open()
    client.socket.write(`${head('content-length: 8', 'bad')}{"a"`)
    await eventually(() => client.status() === 401)
    client.socket.write(`: 1}${head('content-length: 7')}{"a":1}`)
    await eventually(() => client.heard().includes('HTTP/1.1 200'))
  })

  it('cuts a refused client that never stops sending', async () => {
    await serve(LESS_IMPATIENT)
    const client = open()
    client.socket.write(head('content-length: 20000000', 'bad'))
    await eventually(() => client.status() === 401)
    const drip = setInterval(() => client.socket.write('x'), 20)
    try {
      await client.closed()
    } finally {
      clearInterval(drip)
    }
    expect(client.heard().split('HTTP/1.1 ')).to.have.length(2)
  })
})
