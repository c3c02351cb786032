import { expect } from 'chai'
import { left, right } from 'fp-ts/lib/Either.js'
import { withVariant } from '../../../../src/adapters/http/endpoint/endpoint.ts'
import { listMessageModelsEndpoint } from '../../../../src/adapters/http/messages/models/list-models.ts'
import { retrieveMessageModelEndpoint } from '../../../../src/adapters/http/messages/models/retrieve-model.ts'
import { messagesSurface } from '../../../../src/adapters/http/messages/surface.ts'
import { listModelsEndpoint } from '../../../../src/adapters/http/openai/models/list-models.ts'
import { retrieveModelEndpoint } from '../../../../src/adapters/http/openai/models/retrieve-model.ts'
import { openAiSurface } from '../../../../src/adapters/http/openai/surface.ts'
import type { RateVerdict } from '../../../../src/domain/limits/rate-limit.ts'
import { chatModel } from '../../../support/chat/chat-models.ts'
import { admitted, GOOD_KEY, openAdmission, serveForTest } from '../../../support/http-app.ts'
import type { RunningApp } from '../../../support/http-app.ts'

const MODEL = chatModel({})
const VERSION = { 'anthropic-version': '2023-06-01' }
const KEY = { 'x-api-key': GOOD_KEY }

type Body = Readonly<Record<string, unknown>>

describe('the Messages surface', () => {
  let app: RunningApp
  let verdict: RateVerdict

  before(async () => {
    const list = () => [MODEL]
    const find = (_: unknown, id: string) =>
      id === MODEL.id ? right(MODEL) : left({ tag: 'model_not_found' as const, model: id })
    const noParameters = () => []
    const endpoints = [
      withVariant(listModelsEndpoint(list, noParameters), 'anthropic-version', listMessageModelsEndpoint(list)),
      withVariant(retrieveModelEndpoint(find, noParameters), 'anthropic-version', retrieveMessageModelEndpoint(find)),
    ]
    app = await serveForTest(endpoints, {
      surfaces: [openAiSurface, messagesSurface],
      admission: { ...openAdmission, admitCall: async () => verdict },
    })
  })
  after(() => app.close())
  beforeEach(() => {
    verdict = admitted
  })

  const get = async (
    path: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<{ readonly response: Response; readonly body: Body }> => {
    const response = await fetch(`${app.url}${path}`, { headers })
    return { response, body: (await response.json()) as Body }
  }

  it('says in Anthropic’s headers what is left, and when to come back', async () => {
    verdict = { allowed: false, limit: 60, remaining: 0, resetMs: 30_000, retryAfterSeconds: 9 }
    const { response, body } = await get('/v1/models', { ...VERSION, ...KEY })
    expect(response.status).to.equal(429)
    expect(body).to.have.nested.property('error.type', 'rate_limit_error')
    expect(Object.fromEntries(response.headers)).to.include({
      'retry-after': '9',
      'anthropic-ratelimit-requests-limit': '60',
      'anthropic-ratelimit-requests-remaining': '0',
      'x-ratelimit-remaining-requests': '0',
    })
    const reset = Date.parse(response.headers.get('anthropic-ratelimit-requests-reset') ?? '')
    expect(reset).to.be.greaterThan(Date.parse(response.headers.get('date') ?? ''))
  })

  it('reads the key where each client puts it', async () => {
    const ways: readonly Readonly<Record<string, string>>[] = [
      KEY,
      { authorization: `Bearer ${GOOD_KEY}` },
      { 'api-key': GOOD_KEY },
    ]
    for (const headers of ways) {
      expect((await get('/v1/models', { ...VERSION, ...headers })).response.status).to.equal(200)
    }
  })

  it('answers for the address of models where its header is sent, and nowhere else', async () => {
    expect((await get('/v1/models', KEY)).body).to.include({ object: 'list' })
    const { response, body } = await get('/v1/models', { ...KEY, ...VERSION })
    expect(body).to.deep.include({ has_more: false, first_id: MODEL.id, last_id: MODEL.id })
    expect(response.headers.get('request-id')).to.equal(response.headers.get('x-request-id'))
    expect((await get(`/v1/models/${MODEL.id}`, KEY)).body).to.include({ object: 'model' })
    expect((await get(`/v1/models/${MODEL.id}`, { ...KEY, ...VERSION })).body).to.include({ type: 'model' })
  })

  it('refuses in its own envelope, a client without a key and an unknown address too', async () => {
    const anonymous = await get('/v1/models', VERSION)
    expect(anonymous.response.status).to.equal(401)
    expect(anonymous.body)
      .to.deep.include({ type: 'error' })
      .and.to.have.nested.property('error.type', 'authentication_error')
    const unknown = await get('/v1/messages/batches', KEY)
    expect(unknown.response.status).to.equal(404)
    expect(unknown.body).to.have.nested.property('error.type', 'not_found_error')
    expect(unknown.body['request_id']).to.equal(unknown.response.headers.get('request-id'))
    expect((await get('/v1/models', {})).body).to.have.nested.property('error.code', 'invalid_api_key')
  })

  it('refuses a page that follows no model of the list', async () => {
    const { response, body } = await get('/v1/models?after_id=nobody/nothing', { ...KEY, ...VERSION })
    expect(response.status).to.equal(400)
    expect(body).to.have.nested.property('error.type', 'invalid_request_error')
  })
})
