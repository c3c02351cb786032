import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect } from 'chai'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { BODY_LIMITS } from '../../../../src/adapters/http/body/body-limits.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import type { Endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { accountSurface } from '../../../../src/adapters/http/account/surface.ts'
import { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'
import { createHttpServer } from '../../../../src/infrastructure/server/create-http-server.ts'
import { eventually } from '../../../support/eventually.ts'
import { admitted, GOOD_KEY, openAdmission, serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const echo = {
  method: 'POST',
  summary: 'Echo',
  body: t.UnknownRecord,
  bodyLimits: BODY_LIMITS.files,
  multipart: { files: ['image'] },
  success: { status: 200, description: 'The size.' },
  failures: ['not_found'],
  handle: async ({ body }: { readonly body: unknown }) => right(json(200, { length: JSON.stringify(body).length })),
} as const

/** An endpoint that loads as much as it is asked to, twice where there is room. */
const loading = endpoint({
  id: 'load',
  method: 'GET',
  path: '/v1/load/:bytes',
  surface: openAiSurface,
  auth: 'api_key',
  group: 'Gateway',
  summary: 'Load',
  params: t.type({ bytes: t.string }),
  success: { status: 200, description: 'What there was room for.' },
  failures: [],
  handle: async ({ params, holdBytes }) => {
    const bytes = Number(params.bytes)
    return right(json(200, [holdBytes(bytes), holdBytes(bytes)]))
  },
})

/** Goes on after its client has left, until the test lets it end; it asks a provider for an answer of so many bytes. */
const handled: (() => void)[] = []
let hasLeft = false
const asking = endpoint({
  id: 'ask',
  method: 'POST',
  path: '/v1/ask/:bytes',
  surface: openAiSurface,
  auth: 'api_key',
  group: 'Gateway',
  summary: 'Ask',
  params: t.type({ bytes: t.string }),
  body: t.UnknownRecord,
  bodyLimits: BODY_LIMITS.files,
  success: { status: 200, description: 'Whether there was room.' },
  failures: [],
  handle: async ({ params, openAnswer, onClientDisconnect }) => {
    onClientDisconnect(() => (hasLeft = true))
    const memory = openAnswer()
    if (isLeft(memory)) return memory
    await memory.right.bring(Number(params.bytes))
    await new Promise<void>((resolve) => handled.push(resolve))
    return right(json(200, {}))
  },
})

const endpoints: readonly Endpoint[] = [
  loading,
  asking,
  endpoint({ ...echo, id: 'paid', path: '/v1/paid', surface: openAiSurface, auth: 'api_key', group: 'Gateway' }),
  endpoint({ ...echo, id: 'mine', path: '/v1/mine', surface: accountSurface, auth: 'session', group: 'Account' }),
  endpoint({
    ...echo,
    id: 'hook',
    path: '/v1/hook',
    surface: accountSurface,
    auth: 'none',
    group: 'Billing',
    admit: () => left({ tag: 'not_found' }),
  }),
]

const BUDGET = 1_000_000

interface RawClient {
  readonly socket: Socket
  readonly heard: () => string
}

describe('the admission of a body', () => {
  let app: RunningApp
  const sockets: Socket[] = []

  before(async () => {
    app = await serveForTest(endpoints, { bodyBytesInFlight: BUDGET, answerBytesInFlight: BUDGET }, (handle) =>
      createHttpServer(handle, () => 'made'),
    )
  })
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy()
    expect(app.errors.splice(0)).to.deep.equal([])
  })
  after(() => app.close())

  const open = async (path: string, headers: readonly string[], body = ''): Promise<RawClient> => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    sockets.push(socket)
    let heard = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk))
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write([`POST /v1/${path} HTTP/1.1`, 'host: x', ...headers, '', body].join('\r\n'))
    return { socket, heard: () => heard }
  }
  const statusOf = async ({ heard }: RawClient): Promise<number> => {
    await eventually(() => heard().includes('\r\n\r\n'))
    return Number(heard().slice('HTTP/1.1 '.length, 12))
  }

  const KEY = `authorization: Bearer ${GOOD_KEY}`
  const JSON_TYPE = 'content-type: application/json'
  const FORM_TYPE = 'content-type: multipart/form-data; boundary=B'
  const HUGE = 'content-length: 28000000'

  const early: Readonly<Record<string, readonly [status: number, path: string, headers: readonly string[]]>> = {
    'a caller without a key': [401, 'paid', [JSON_TYPE, HUGE]],
    'a caller with a wrong key and a form': [401, 'paid', ['authorization: Bearer x', FORM_TYPE, HUGE]],
    'a caller without a session': [401, 'mine', [JSON_TYPE, HUGE]],
    'a caller that the endpoint does not admit': [404, 'hook', [JSON_TYPE, HUGE]],
    'an address where nothing is': [404, 'nothing', [JSON_TYPE, HUGE]],
    'a body that is encoded': [415, 'paid', [KEY, JSON_TYPE, HUGE, 'content-encoding: gzip']],
    'a form that is encoded': [415, 'paid', [KEY, FORM_TYPE, 'content-length: 9', 'content-encoding: br']],
    'a body of no known type': [415, 'paid', [KEY, HUGE, 'content-type: text/plain']],
    'a body that announces too much': [413, 'paid', [KEY, JSON_TYPE, 'content-length: 29000001']],
    'a form that announces too much': [413, 'paid', [KEY, FORM_TYPE, 'content-length: 29000001']],
    'a body for which there is no room': [503, 'paid', [KEY, JSON_TYPE, HUGE]],
  }
  for (const [name, [status, path, headers]] of Object.entries(early)) {
    it(`refuses ${name} with ${status} before a byte of the body has come, and asks for none`, async () => {
      const silent = await open(path, headers)
      expect(await statusOf(silent)).to.equal(status)
      const asking = await open(path, [...headers, 'expect: 100-continue'])
      expect(await statusOf(asking)).to.equal(status)
    })
  }

  it('refuses a method that is not offered before a byte of the body has come', async () => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    sockets.push(socket)
    let heard = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (heard += chunk))
    socket.write(`PUT /v1/paid HTTP/1.1\r\nhost: x\r\n${HUGE}\r\n\r\n`)
    await eventually(() => heard.startsWith('HTTP/1.1 405'))
  })

  it('sends 100 Continue to a client that asked for it, once the body is wanted', async () => {
    const client = await open('paid', [KEY, JSON_TYPE, 'content-length: 7', 'expect: 100-continue'])
    expect(await statusOf(client)).to.equal(100)
    client.socket.write('{"a":1}')
    await eventually(() => client.heard().includes('HTTP/1.1 200'))
  })

  const halfSent = async (bytes: number, headers: readonly string[] = [JSON_TYPE]): Promise<RawClient> => {
    const client = await open('paid', [KEY, ...headers, 'transfer-encoding: chunked'])
    client.socket.write(`${bytes.toString(16)}\r\n${'1'.repeat(bytes)}\r\n`)
    return client
  }
  const small = async (): Promise<number> => {
    const client = await open('paid', [KEY, JSON_TYPE, 'content-length: 60000'], `{"a":"${'x'.repeat(59_992)}"}`)
    return statusOf(client)
  }

  for (const [kind, type] of [
    ['JSON', JSON_TYPE],
    ['form', FORM_TYPE],
  ] as const) {
    it(`counts the bytes of a ${kind} body as they arrive, and gives them back when its client has disconnected`, async () => {
      // This caller's share is one body of the largest size, which is more than the whole budget here.
      let first = await halfSent(BUDGET - 50_000, [type])
      await eventually(async () => {
        // The server gives back the bytes of an earlier request behind its answer, and refuses this one until then.
        if (first.heard() !== '') first = await halfSent(BUDGET - 50_000, [type])
        return (await small()) === 503
      })
      expect(first.heard()).to.equal('')
      first.socket.destroy()
      await eventually(async () => (await small()) === 200)
    })
  }

  it('stops reading a body that exceeds the rest of the budget, refuses it, and gives its bytes back', async () => {
    const client = await halfSent(BUDGET + 1)
    expect(await statusOf(client)).to.equal(503)
    expect(client.heard().toLowerCase()).to.include('retry-after: 1')
    client.socket.destroy()
    await eventually(async () => (await small()) === 200)
  })

  it('counts what a call loads beside its body, and gives it back with the answer', async () => {
    const load = async (bytes: number): Promise<unknown> => {
      const response = await fetch(`${app.url}/v1/load/${bytes}`, { headers: { authorization: `Bearer ${GOOD_KEY}` } })
      return response.json()
    }
    for (let round = 0; round < 3; round += 1) {
      expect(await load(BUDGET)).to.deep.equal([true, false])
      await eventually(async () => (await small()) === 200)
    }
    expect(await load(BUDGET / 2)).to.deep.equal([true, true])
  })

  it('counts a body as long as its call runs, although its client has left', async () => {
    const body = `{"a":"${'x'.repeat(BUDGET - 50_000)}"}`
    const client = await open('ask/0', [KEY, JSON_TYPE, `content-length: ${body.length}`], body)
    await eventually(() => handled.length === 1)
    client.socket.destroy()
    await eventually(() => hasLeft)
    expect(await small()).to.equal(503)
    handled.pop()?.()
    await eventually(async () => (await small()) === 200)
  })

  it('refuses a call that asks a provider while the answers of others fill the memory, and takes it again later', async () => {
    const ask = async (bytes: number) => open(`ask/${bytes}`, [KEY, JSON_TYPE, 'content-length: 2'], '{}')
    const first = await ask(BUDGET)
    await eventually(() => handled.length === 1)
    const refused = await ask(1)
    expect(await statusOf(refused)).to.equal(503)
    expect(refused.heard().toLowerCase()).to.include('retry-after: 1')
    handled.pop()?.()
    expect(await statusOf(first)).to.equal(200)
    await eventually(async () => {
      void ask(1)
      return handled.length > 0
    })
    for (const end of handled.splice(0)) end()
  })

  it('applies the rate limits before it reads a body', async () => {
    const refused = { ...admitted, allowed: false, remaining: 0, retryAfterSeconds: 7 }
    const limited = await serveForTest(endpoints, {
      admission: { ...openAdmission, admitCall: async () => refused },
    })
    try {
      const body = 'x'.repeat(1_000_000)
      const headers = { authorization: `Bearer ${GOOD_KEY}`, 'content-type': 'application/json' }
      const response = await fetch(`${limited.url}/v1/paid`, { method: 'POST', headers, body })
      expect([response.status, response.headers.get('retry-after')]).to.deep.equal([429, '7'])
    } finally {
      await limited.close()
    }
  })
})
