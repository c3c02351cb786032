import { request } from 'node:http'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { nullish, uuid } from '../../../../src/adapters/http/codecs/codecs.ts'
import { decimalAmount } from '../../../../src/adapters/http/codecs/money/amounts.ts'
import { videoSeconds } from '../../../../src/adapters/http/codecs/generation/video-fields.ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const tellBase = endpoint({
  id: 'tellBase',
  method: 'GET',
  path: '/v1/base',
  surface: serviceSurface,
  auth: 'none',
  group: 'Service',
  summary: 'Tell the base URL that answers are written with',
  success: { status: 200, description: 'It.' },
  failures: [],
  handle: async ({ baseUrl }) => right(json(200, { baseUrl })),
})

describe('the base URL of answers', () => {
  let app: RunningApp
  before(async () => (app = await serveForTest([tellBase], { isTrustedProxy: () => true })))
  after(() => app.close())

  const answeredBase = (headers: Readonly<Record<string, string>>): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = request(`${app.url}/v1/base`, { headers }, (response) => {
        response.setEncoding('utf8')
        let text = ''
        response.on('data', (chunk: string) => (text += chunk)).on('end', () => resolve(text))
      })
      asked.on('error', reject).end()
    })

  const lies: readonly Readonly<Record<string, string>>[] = [
    { host: 'evil.example:81' },
    { host: 'evil.example', 'x-forwarded-host': 'worse.example', 'x-forwarded-proto': 'https' },
    { host: 'evil.example', forwarded: 'host=worse.example;proto=https' },
  ]
  for (const headers of lies) {
    it(`is the service's own, whatever the client says in ${Object.keys(headers).join(', ')}`, async () => {
      expect(await answeredBase(headers)).to.equal(JSON.stringify({ baseUrl: app.url }))
    })
  }
})

const hashRequest = endpoint({
  id: 'hashRequest',
  method: 'POST',
  path: '/v1/things/:thing_id',
  surface: serviceSurface,
  auth: 'none',
  group: 'Service',
  summary: 'Tell what an Idempotency-Key would stand for',
  params: t.type({ thing_id: uuid }),
  body: t.intersection([t.type({ amount: decimalAmount }), t.partial({ seconds: nullish(videoSeconds) })]),
  success: { status: 200, description: 'It.' },
  failures: [],
  handle: async ({ requestHashes }) => right(json(200, Buffer.from(requestHashes().requestHash).toString('hex'))),
})

describe('the request that an Idempotency-Key stands for', () => {
  let app: RunningApp
  before(async () => (app = await serveForTest([hashRequest])))
  after(() => app.close())

  const ID = '0197a1b2-c3d4-7e5f-8a6b-9c0d1e2f3a4b'
  const hashOf = async (body: string, id = ID): Promise<string> => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${app.url}/v1/things/${id}`, { method: 'POST', headers, body })
    expect(answer.status).to.equal(200)
    return answer.text()
  }

  it('is what the codecs read of it, however the client wrote it', async () => {
    const written = await hashOf('{"amount":"10.00","seconds":4}')
    expect(await hashOf('{ "seconds": "4", "amount": "10" }')).to.equal(written)
    expect(await hashOf('{"amount":"10.00","seconds":4,"more":null}', ID.toUpperCase())).to.equal(written)
    expect(await hashOf('{"amount":"10.01","seconds":4}')).not.to.equal(written)
    expect(await hashOf('{"amount":"10.00","seconds":4,"more":1}')).not.to.equal(written)
    expect(await hashOf('{"amount":"10.00","seconds":4}', ID.replace('b', 'c'))).not.to.equal(written)
  })
})

describe('a request that comes while the process stops', () => {
  it('gets a 503 with the code shutting_down, and its endpoint is not asked', async () => {
    let asked = 0
    let stopping = false
    const countAsked = endpoint({
      id: 'countAsked',
      method: 'GET',
      path: '/v1/count',
      surface: serviceSurface,
      auth: 'none',
      group: 'Service',
      summary: 'Count how often this was asked',
      success: { status: 200, description: 'The count.' },
      failures: [],
      handle: async () => right(json(200, { asked: (asked += 1) })),
    })
    const app = await serveForTest([countAsked], { isStopping: () => stopping })
    try {
      expect((await fetch(`${app.url}/v1/count`)).status).to.equal(200)
      stopping = true
      const refused = await fetch(`${app.url}/v1/count`)
      expect(refused.status).to.equal(503)
      expect(refused.headers.get('retry-after')).to.equal('1')
      expect(await refused.json()).to.include({ code: 'shutting_down' })
      expect(asked).to.equal(1)
    } finally {
      await app.close()
    }
  })
})
