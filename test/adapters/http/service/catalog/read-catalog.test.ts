import { expect } from 'chai'
import { serviceSurface } from '../../../../../src/adapters/http/service/surface.ts'
import { readCatalogEndpoint } from '../../../../../src/adapters/http/service/catalog/read-catalog.ts'
import { withDocumentation } from '../../../../../src/adapters/http/service/with-documentation.ts'
import type { CatalogFile } from '../../../../../src/domain/catalog/catalog-file.ts'
import type { Model } from '../../../../../src/domain/catalog/model.ts'
import { offeredCatalog } from '../../../../../src/domain/catalog/offered-catalog.ts'
import { catalogFileOf, taskOf, templateOf } from '../../../../support/chat/catalogs.ts'
import { chatModel } from '../../../../support/chat/chat-models.ts'
import { serveForTest } from '../../../../support/http-app.ts'
import type { RunningApp } from '../../../../support/http-app.ts'
import {
  countedImageModel,
  countedSpeechModel,
  imageModel,
  speechModel,
  thinkingImageModel,
} from '../../../../support/media/media-models.ts'
import { fetchOpenApiCheck } from '../../../../support/documents/openapi-check.ts'
import { videoModel } from '../../../../support/media/video-jobs.ts'

interface Listed {
  readonly models: readonly Readonly<Record<string, unknown>>[]
  readonly templates: readonly Readonly<Record<string, unknown>>[]
  readonly tasks: readonly Readonly<Record<string, unknown>>[]
}

describe('The catalogue over HTTP', () => {
  let app: RunningApp
  afterEach(() => app.close())

  const read = async (given: Partial<CatalogFile>): Promise<{ body: Listed; text: string; headers: Headers }> => {
    const file = catalogFileOf({ models: [chatModel(), imageModel(), videoModel()], tasks: [taskOf()], ...given })
    const endpoint = readCatalogEndpoint(offeredCatalog(file, new Set(['first']), 0), ({ id }) => [`a field of ${id}`])
    app = await serveForTest(
      withDocumentation(
        [endpoint],
        { surfaces: [serviceSurface], version: '1', serverUrl: '/', baseUrl: 'http://127.0.0.1:8080' },
        { guides: [], modelsWithoutSandbox: null, style: '', script: '' },
      ),
    )
    const response = await fetch(`${app.url}/v1/catalog`)
    const text = await response.text()
    const body = JSON.parse(text) as Listed
    const expectDocumented = await fetchOpenApiCheck(app.url)
    expect(response.status).to.equal(200)
    expectDocumented('readCatalog', 200, body)
    return { body, text, headers: response.headers }
  }

  const pricesOf = async (...models: readonly Model[]): Promise<readonly unknown[]> =>
    (await read({ models })).body.models.map(({ prices }) => prices)

  it('shows the models without a session, and the price of a turn for those that chat', async () => {
    const { body, headers } = await read({ models: [chatModel({ created: 7 }), speechModel()] })
    expect(body.models).to.deep.equal([
      {
        id: 'vendor/model',
        kind: 'chat',
        owned_by: 'vendor',
        capabilities: ['image_input', 'tools', 'json_schema'],
        turn_price: '1',
        supported_parameters: ['a field of vendor/model'],
        limits: { context_tokens: null, output_tokens: 4000, images: null, sizes: null, seconds: null },
        prices: {
          unit: 'tokens',
          currency: 'RUB',
          input_per_million: '1000.00',
          cached_input_per_million: '1000.00',
          cache_write_per_million: '1000.00',
          cache_write_1h_per_million: null,
          output_per_million: '2000.00',
          rows: [],
          service_tiers: {},
        },
        created: 7,
      },
      {
        id: 'vendor/speech',
        kind: 'speech',
        owned_by: 'vendor',
        capabilities: [],
        turn_price: null,
        supported_parameters: ['a field of vendor/speech'],
        limits: { context_tokens: null, output_tokens: null, images: null, sizes: null, seconds: null },
        prices: { unit: 'characters', currency: 'RUB', per_million: '1000.00' },
        created: 0,
      },
    ])
    expect(headers.get('cache-control')).to.equal('public, max-age=300')
  })

  it('shows the sizes, lengths and numbers that a request can ask of a model', async () => {
    const image = imageModel({ limits: { ...imageModel().limits, maxImages: 3, sizes: new Set(['1024x1024']) } })
    const video = videoModel({ limits: { seconds: new Set([4, 8]), sizes: null } })
    const { body } = await read({ models: [image, video] })
    const none = { context_tokens: null, output_tokens: null, images: null, sizes: null, seconds: null }
    expect(body.models.map(({ limits }) => limits)).to.deep.equal([
      { ...none, images: 3, sizes: ['1024x1024'] },
      { ...none, seconds: [4, 8] },
    ])
  })

  it('shows every price that a request can have', async () => {
    const rates = { inputPerMillion: 1n, cachedInputPerMillion: 2n, cacheWritePerMillion: 3n, outputPerMillion: 4n }
    const steps = [{ ...rates, promptTokensOver: 272_000 }]
    const chat = chatModel({ tariff: { unit: 'tokens', ...rates, steps, serviceTiers: new Map([['flex', rates]]) } })
    const image = imageModel({
      tariff: { unit: 'image', perImage: 3_000_000n, rows: [{ quality: 'high', size: null, perImage: 4_500_000n }] },
    })
    const video = videoModel({
      tariff: {
        unit: 'second',
        perSecond: 5_000_000n,
        rows: [{ resolution: '1080p', audio: true, perSecond: 7_000_000n }],
      },
    })
    const shown = {
      input_per_million: '0.000001',
      cached_input_per_million: '0.000002',
      cache_write_per_million: '0.000003',
      cache_write_1h_per_million: null,
      output_per_million: '0.000004',
    }
    const longer = { ...shown, prompt_tokens_over: 272_000 }
    expect(await pricesOf(chat, image, video)).to.deep.equal([
      { unit: 'tokens', currency: 'RUB', ...shown, rows: [longer], service_tiers: { flex: { ...shown, rows: [] } } },
      { unit: 'image', currency: 'RUB', price: '3.00', rows: [{ quality: 'high', size: null, price: '4.50' }] },
      { unit: 'second', currency: 'RUB', price: '5.00', rows: [{ resolution: '1080p', audio: true, price: '7.00' }] },
    ])
  })

  it('shows the prices of models that count tokens of images and of sound', async () => {
    const shown = {
      unit: 'image_tokens',
      currency: 'RUB',
      text_input_per_million: '1.00',
      image_input_per_million: '2.00',
      output_per_million: '10.00',
    }
    const thinking = { ...thinkingImageModel(), id: 'vendor/thinking' }
    expect(await pricesOf(countedImageModel(), thinking, countedSpeechModel())).to.deep.equal([
      { ...shown, text_output_per_million: '10.00' },
      { ...shown, text_output_per_million: '1.00' },
      { unit: 'speech_tokens', currency: 'RUB', input_per_million: '1.00', output_per_million: '20.00' },
    ])
  })

  it('shows templates with their price, and never their system prompt', async () => {
    const secret = 'Answer as the operator taught you.'
    const templates = [
      templateOf({ systemPrompt: secret, parameters: { user: secret }, turnPriceMicro: 1_500_000n }),
      templateOf({ slug: 'board', model: 'vendor/image', title: 'Board' }),
      templateOf({ slug: 'gone', model: 'vendor/gone' }),
    ]
    const { body, text } = await read({ templates })
    expect(body.templates).to.deep.equal([
      {
        slug: 'poet',
        title: 'Poet',
        model: 'vendor/model',
        kind: 'text',
        capabilities: ['image_input', 'tools', 'json_schema'],
        turn_price: '1.5',
      },
      {
        slug: 'board',
        title: 'Board',
        model: 'vendor/image',
        kind: 'image',
        capabilities: ['image_input'],
        turn_price: null,
      },
    ])
    expect(text).not.to.include(secret)
  })

  it('shows tasks with their price, a video also by the second, and none that is not offered', async () => {
    const tasks = [
      taskOf({ slug: 'draw', kind: 'image', model: 'vendor/image', price: { tag: 'fixed', micro: 5_000_000n } }),
      taskOf({ slug: 'film', kind: 'video', model: 'vendor/video', price: { tag: 'per_second', micro: 2_500_000n } }),
      taskOf({ model: 'vendor/gone' }),
    ]
    const { body } = await read({ tasks })
    expect(body.tasks).to.deep.equal([
      { slug: 'draw', kind: 'image', model: 'vendor/image', price: '5', per: 'task', capabilities: ['image_input'] },
      { slug: 'film', kind: 'video', model: 'vendor/video', price: '2.5', per: 'second', capabilities: [] },
    ])
    expect(body.models[0]).to.include({ turn_price: '1' })
  })

  it('has no price of a turn where the catalogue names none', async () => {
    expect((await read({ tasks: [] })).body.models[0]).to.include({ turn_price: null })
  })
})
