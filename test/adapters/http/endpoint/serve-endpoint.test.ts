import { request } from 'node:http'
import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
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
