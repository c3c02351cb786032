import { expect } from 'chai'
import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { endpoint } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'
import { serviceSurface } from '../../../../src/adapters/http/service/surface.ts'
import { json } from '../../../../src/adapters/http/sending/http-response.ts'
import { openServedDocument } from '../../../support/documents/served-document.ts'
import { GOOD_KEY, serveForTest } from '../../../support/http-app.ts'

/** Endpoints whose GET asks a provider, and by its answer moves a job or a payment on. */
const WITH_EFFECT = ['readTopUp', 'readVideoGeneration', 'retrieveVideo', 'retrieveVideoGeneration']

describe('HEAD', () => {
  it('of an endpoint whose GET has an effect is not offered, and does nothing', async () => {
    let handled = 0
    const movesJob = endpoint({
      id: 'moveJob',
      method: 'GET',
      path: '/v1/jobs/:job_id',
      surface: openAiSurface,
      auth: 'api_key',
      group: 'Gateway',
      hasEffect: true,
      summary: 'Read a job and move it on',
      params: t.type({ job_id: t.string }),
      success: { status: 200, description: 'The job.' },
      failures: [],
      handle: async () => {
        handled += 1
        return right(json(200, {}))
      },
    })
    const app = await serveForTest([movesJob])
    const ask = (method: string) =>
      fetch(`${app.url}/v1/jobs/x`, { method, headers: { authorization: `Bearer ${GOOD_KEY}` } })
    const refused = await ask('HEAD')
    expect([refused.status, refused.headers.get('allow'), handled]).to.deep.equal([405, 'GET', 0])
    expect([(await ask('GET')).status, handled]).to.deep.equal([200, 1])
    await app.close()
  })

  it('is not offered where a GET moves a video or a payment on, and is with every other GET', async () => {
    const { endpoints, app, close } = await openServedDocument()
    const refused: string[] = []
    for (const { id, method, path } of endpoints) {
      if (method !== 'GET') continue
      const address = path.replaceAll(/[:*]\w+/g, 'x')
      const answer = await fetch(`${app.url}${address}`, { method: 'HEAD', redirect: 'manual' })
      if (answer.status === 405) refused.push(id)
    }
    expect(refused.sort()).to.deep.equal(WITH_EFFECT)
    await close()
  })
})

describe('a path that is offered with another method', () => {
  it('is refused in the shape of its own endpoint, and an unknown path beside it in the shape of the gateway', async () => {
    const health = endpoint({
      id: 'health',
      method: 'GET',
      path: '/v1/health/:part',
      surface: serviceSurface,
      auth: 'none',
      group: 'Service',
      summary: 'Tell how a part is',
      success: { status: 200, description: 'It.' },
      failures: [],
      handle: async () => right(json(200, {})),
    })
    const app = await serveForTest([health])
    const post = async (path: string) => {
      const answer = await fetch(`${app.url}${path}`, { method: 'POST' })
      return [answer.status, Object.keys((await answer.json()) as object)]
    }
    expect(await post('/v1/health/database')).to.deep.equal([405, ['detail', 'code']])
    expect(await post('/v1/health/database/x')).to.deep.equal([404, ['error']])
    await app.close()
  })

  it('is not there where it is an address of OpenAI that this service does not have', async () => {
    const { app, close } = await openServedDocument()
    const answer = await fetch(`${app.url}/v1/responses/compact`, { method: 'POST' })
    const { error } = (await answer.json()) as { error: { message: string } }
    expect([answer.status, error.message]).to.deep.equal([
      404,
      '`/v1/responses/compact` is not offered; see `/docs` for what is.',
    ])
    await close()
  })
})
