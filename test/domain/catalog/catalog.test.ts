import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { CatalogFile } from '../../../src/domain/catalog/catalog-file.ts'
import { catalogProblems } from '../../../src/domain/catalog-check/catalog-problems.ts'
import { allowedModels, findModel } from '../../../src/domain/catalog/find-model.ts'
import type { ChatModel, ImageModel } from '../../../src/domain/catalog/model.ts'
import { offeredCatalog } from '../../../src/domain/catalog/offered-catalog.ts'
import type { Provider } from '../../../src/domain/catalog/provider.ts'
import { priceProblems } from '../../../src/domain/catalog-check/price-problems.ts'
import { kindProblems } from '../../../src/domain/catalog-check/kind-problems.ts'
import { usableProviders } from '../../../src/domain/catalog-check/usable-providers.ts'
import { adapterNamed, catalogFileOf } from '../../support/chat/catalogs.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { countedImageModel, imageModel, thinkingImageModel } from '../../support/media/media-models.ts'
import { videoModel } from '../../support/media/video-jobs.ts'

const provider = (id: string, given: Partial<Provider> = {}): Provider => ({
  id,
  adapter: adapterNamed('openai-compatible'),
  baseUrl: 'https://api.example.com/v1',
  needsApiKey: true,
  ...given,
})

const file = (...models: readonly ChatModel[]): CatalogFile => catalogFileOf({ providers: [provider('first')], models })

const problems = (model: Partial<ChatModel>): readonly string[] =>
  catalogProblems(file(chatModel(model))).map(({ message }) => message)

describe('a consistent catalogue', () => {
  const { tariff, limits } = chatModel()

  it('has no problems', () => expect(catalogProblems(file(chatModel()))).to.deep.equal([]))

  const table: readonly (readonly [string, Partial<ChatModel>, string])[] = [
    ['an id without a provider', { id: 'model' }, 'a model id has the form <provider>/<model>'],
    ['an id of three parts', { id: 'a/b/c' }, 'a model id has the form <provider>/<model>'],
    [
      'a free model',
      { tariff: { ...tariff, outputPerMillion: 0n } },
      'output_per_million must be above zero: a paid call never costs nothing',
    ],
    [
      'output without a price',
      { tariff: { ...tariff, outputPerMillion: null } },
      'output_per_million is missing: what the model writes is paid',
    ],
    [
      'output without a price in a row for long prompts',
      { tariff: { ...tariff, steps: [{ ...tariff, outputPerMillion: null, promptTokensOver: 9 }] } },
      'rows.0.output_per_million is missing: what the model writes is paid',
    ],
    [
      'output without a price in a tier',
      { tariff: { ...tariff, serviceTiers: new Map([['flex', { ...tariff, outputPerMillion: null }]]) } },
      'service_tiers.flex.output_per_million is missing: what the model writes is paid',
    ],
    [
      'a cache for an hour that has a price for some prompts only',
      { tariff: { ...tariff, cacheWrite1hPerMillion: 9n, steps: [{ ...tariff, promptTokensOver: 9 }] } },
      'rows.0.cache_write_1h_per_million is missing, which other rates of the tariff have',
    ],
    [
      'a free cache for an hour',
      { tariff: { ...tariff, cacheWrite1hPerMillion: 0n } },
      'cache_write_1h_per_million must be above zero: a paid call never costs nothing',
    ],
    [
      'a weight without an equal',
      { deployments: [{ provider: 'first', upstreamModel: 'm', parameters: {}, weight: 1 }] },
      'weight is given to a deployment without an equal beside it',
    ],
    [
      'a weight that is no share',
      {
        deployments: ['m', 'n'].map((upstreamModel) => ({
          provider: 'first',
          upstreamModel,
          parameters: {},
          weight: upstreamModel === 'm' ? 0.5 : 1,
        })),
      },
      'weight must be a whole number from 1 to 1000',
    ],
    [
      'a cache that ends before it begins',
      { deployments: [{ provider: 'first', upstreamModel: 'm', parameters: {}, promptCacheSeconds: -1 }] },
      'prompt_cache_seconds must be a whole number from 0 to 86400',
    ],
    [
      'a free row for long prompts',
      { tariff: { ...tariff, steps: [{ ...tariff, inputPerMillion: 0n, promptTokensOver: 9 }] } },
      'rows.0.input_per_million must be above zero: a paid call never costs nothing',
    ],
    [
      'two rows between which nothing decides',
      { tariff: { ...tariff, steps: [9, 5, 9].map((promptTokensOver) => ({ ...tariff, promptTokensOver })) } },
      'rows.0 and rows.2 have equally many conditions and can both fit one request',
    ],
    [
      'a negative price',
      { tariff: { ...tariff, cachedInputPerMillion: -1n } },
      'cached_input_per_million must be above zero: a paid call never costs nothing',
    ],
    [
      'a negative price that parts in the cache have, too',
      { tariff: { ...tariff, inputPerMillion: -1n, cachedInputPerMillion: -1n, cacheWritePerMillion: -1n } },
      'input_per_million must be above zero: a paid call never costs nothing',
    ],
    [
      'a free tier',
      { tariff: { ...tariff, serviceTiers: new Map([['flex', { ...tariff, inputPerMillion: 0n }]]) } },
      'service_tiers.flex.input_per_million must be above zero: a paid call never costs nothing',
    ],
    [
      'a default above the most',
      { limits: { ...limits, defaultOutputTokens: 5000 } },
      'default_output_tokens is above max_output_tokens: more would be held than can be delivered',
    ],
    ['no choice at all', { limits: { ...limits, maxChoices: 0 } }, 'max_choices must be a whole number of at least 1'],
    [
      'a usual image that is more than the largest',
      { limits: { ...limits, imageInputTokens: 501 } },
      'image_input_tokens is above max_image_input_tokens: more could be charged than is held',
    ],
    ['too small a context', { limits: { ...limits, contextTokens: 10 } }, 'context_tokens is below max_output_tokens'],
    [
      'files without a bound on their tokens',
      { capabilities: new Set(['file_input']) },
      'file_input needs context_tokens',
    ],
    ['no deployments', { deployments: [] }, 'has no deployments'],
    [
      'an unknown provider',
      { deployments: [{ provider: 'x', upstreamModel: 'm', parameters: {} }] },
      "names the unknown provider 'x'",
    ],
    [
      'a deployment twice',
      { deployments: [...chatModel().deployments, ...chatModel().deployments] },
      "lists the deployment 'first: m' twice",
    ],
  ]
  for (const [name, model, message] of table) {
    it(`has not ${name}`, () => expect(problems(model)).to.deep.equal([message]))
  }

  it('has figures by quality only where each deployment is asked for each quality', () => {
    const bounds = { base: 1, perMegapixel: 1 }
    const byQuality = new Map(['low', 'xhigh'].map((name) => [name, bounds]))
    const limits = { ...imageModel().limits, maxOutputTokens: { maxPixels: 1, byQuality } }
    const problemsAt = (adapter: string, given: Partial<ImageModel> = {}): readonly string[] => {
      const deployments = [{ provider: 'first', upstreamModel: 'm', parameters: {} }]
      const models = [countedImageModel({ limits, deployments, ...given })]
      const named = provider('first', { adapter: adapterNamed(adapter) })
      return catalogProblems(catalogFileOf({ providers: [named], models })).map(({ message }) => message)
    }
    const unasked = (quality: string) => [
      `max_output_tokens_per_image.by_quality.${quality} is no quality that 'first' can be asked for`,
    ]
    expect(problemsAt('openai')).to.deep.equal([])
    expect(problemsAt('google')).to.deep.equal(unasked('low'))
    expect(problemsAt('xai')).to.deep.equal(unasked('xhigh'))
    expect(problemsAt('google', { unsupportedParameters: new Set(['quality']) })).to.deep.equal([])
  })

  it('has figures for every quality of an image, where it has them by quality', () => {
    const limitsWith = (byQuality: readonly (readonly [string, number, number])[], maxPixels = 1) => ({
      ...imageModel().limits,
      maxOutputTokens: {
        maxPixels,
        byQuality: new Map(byQuality.map(([name, base, perMegapixel]) => [name, { base, perMegapixel }])),
      },
    })
    const problemsWith = (...given: Parameters<typeof limitsWith>): readonly string[] =>
      kindProblems(countedImageModel({ limits: limitsWith(...given) }))
    const place = 'max_output_tokens_per_image'
    const least = 'must be a whole number of at least 1'
    expect(problemsWith([['low', 1, 1]])).to.deep.equal([])
    expect(problemsWith([])).to.deep.equal([`${place}.by_quality is empty: every request would be refused`])
    expect(problemsWith([['auto', 1, 1]])).to.deep.equal([
      `${place}.by_quality.auto is no quality: it counts as the most expensive`,
    ])
    expect(problemsWith([['low', 0, 0]], 0)).to.deep.equal([
      `${place}.max_pixels ${least}`,
      `${place}.by_quality.low.base ${least}`,
      `${place}.by_quality.low.per_megapixel ${least}`,
    ])
    const fixed = kindProblems(imageModel({ limits: limitsWith([['low', 1, 1]]) }))
    expect(fixed).to.deep.equal([`${place} has no meaning: the price of an image is fixed`])
  })

  it('has a bound for thoughts before an image, where they have a price', () => {
    const { limits, tariff } = thinkingImageModel()
    const adapter = adapterNamed('google')
    const providers = [provider('first', { adapter }), provider('second', { adapter })]
    const thinking = (textOutputTokensPerImage: number | undefined, given: Partial<ImageModel> = { tariff }) => {
      const models = [imageModel({ ...given, limits: { ...limits, textOutputTokensPerImage } })]
      return catalogProblems(catalogFileOf({ providers, models })).map(({ message }) => message)
    }
    const place = 'text_output_tokens_per_image'
    expect(thinking(500)).to.deep.equal([])
    expect(thinking(500, { tariff: countedImageModel().tariff })).to.deep.equal([])
    expect(thinking(undefined)).to.deep.equal([
      `text_output_per_million needs ${place}: nothing else bounds what it may come to`,
    ])
    expect(thinking(0)).to.deep.equal([`${place} must be a whole number of at least 1`])
    expect(thinking(500, {})).to.deep.equal([`${place} has no meaning: the price of an image is fixed`])
    expect(thinking(500, { tariff: { ...tariff, textOutputPerMillion: 0n } as ImageModel['tariff'] })).to.deep.equal([
      'text_output_per_million must be above zero: a paid call never costs nothing',
    ])
  })

  it('has no two rows of images or videos between which nothing decides', () => {
    const problem = 'rows.0 and rows.1 have equally many conditions and can both fit one request'
    const rows = [
      { quality: 'high', size: null, perImage: 1n },
      { quality: null, size: '1024x1024', perImage: 2n },
    ]
    const images = imageModel({ tariff: { unit: 'image', perImage: 1n, rows } })
    const seconds = [
      { resolution: '1080p', audio: null, perSecond: 1n },
      { resolution: null, audio: true, perSecond: 2n },
    ]
    const videos = videoModel({ tariff: { unit: 'second', perSecond: 1n, rows: seconds } })
    for (const model of [images, videos]) {
      expect(priceProblems(model)).to.deep.equal([problem])
    }
  })

  it('lists every problem, of providers too, and where it is', () => {
    const faulty = catalogFileOf({
      providers: [provider('first'), provider('first'), provider('Big'), provider('s', { baseUrl: 'ftp://x' })],
      models: [chatModel(), chatModel(), chatModel({ id: 'bad', deployments: [] })],
    })
    expect(catalogProblems(faulty).map(({ where }) => where)).to.deep.equal([
      'first',
      'vendor/model',
      'Big',
      's',
      'bad',
      'bad',
    ])
  })
})

describe('the deployments of a model', () => {
  it('have fields that are for chat models alone', () => {
    const deployment = { provider: 'first', upstreamModel: 'm', parameters: {} }
    const problemsOf = (more: Partial<typeof deployment> & { readonly thinksWithTools?: boolean }) =>
      catalogProblems(
        catalogFileOf({
          providers: [provider('first', { adapter: adapterNamed('openai') })],
          models: [imageModel({ deployments: [{ ...deployment, ...more }] })],
        }),
      ).map(({ message }) => message)
    expect(problemsOf({})).to.deep.equal([])
    expect(problemsOf({ thinksWithTools: false })).to.deep.equal([
      'weight, prompt_cache_seconds and thinks_with_tools are for chat models',
    ])
  })
})

describe('the models on offer', () => {
  const deployments = ['first', 'second'].map((name) => ({ provider: name, upstreamModel: 'm', parameters: {} }))
  const models = [
    chatModel({ id: 'a/both', deployments }),
    chatModel({ id: 'a/first' }),
    chatModel({ id: 'a/gone', deployments, retires: 1000 }),
  ]
  const offered = (now: number, ...usable: readonly string[]) =>
    [...offeredCatalog(catalogFileOf({ models }), new Set(usable), now).models.values()].map(
      (model) => `${model.id} ${model.deployments.map((deployment) => deployment.provider).join('+')}`,
    )

  it('are those with a usable provider, and only with such deployments', () => {
    expect(offered(1000, 'first', 'second')).to.deep.equal(['a/both first+second', 'a/first first'])
    expect(offered(1000, 'second')).to.deep.equal(['a/both second'])
    expect(offered(1000)).to.deep.equal([])
  })

  it('end on the day the provider ends them', () => {
    expect(offered(999, 'second')).to.deep.equal(['a/both second', 'a/gone second'])
  })

  it('are found by id, unless the key may not use them', () => {
    const catalog = offeredCatalog(catalogFileOf({ models }), new Set(['first']), 0)
    expect(isRight(findModel(catalog, 'a/both', null))).to.equal(true)
    expect(isRight(findModel(catalog, 'a/both', new Set(['a/both'])))).to.equal(true)
    for (const found of [findModel(catalog, 'a/b', null), findModel(catalog, 'a/both', new Set(['a/first']))]) {
      expect(isLeft(found) && found.left.tag).to.equal('model_not_found')
    }
    expect(allowedModels(catalog, new Set(['a/first', 'x'])).map(({ id }) => id)).to.deep.equal(['a/first'])
  })
})

describe('a provider’s own fields and headers', () => {
  const problems = (given: Partial<Provider>): readonly string[] =>
    catalogProblems(catalogFileOf({ providers: [provider('first', given)], models: [] })).map(({ message }) => message)

  it('may not change the price of a call, nor be what the gateway writes', () => {
    const own = { adapter: adapterNamed('openai-compatible') } as const
    expect(
      problems({ ...own, passFields: ['top_k', 'messages.prefix', 'messages.content.cache_control'] }),
    ).to.deep.equal([])
    expect(problems({ ...own, headers: { 'HTTP-Referer': 'https://example.com' }, dialect: 'plain' })).to.deep.equal([])
    for (const bad of ['serviceTier', 'messages.Max_Tokens', 'a.b', 'messages.', '']) {
      expect(problems({ ...own, passFields: [bad] }), bad).to.have.length(1)
    }
    for (const [name, value] of [
      ['Authorization', 'x'],
      ['content-length', '1'],
      ['a b', 'x'],
      ['x', 'a\r\nb'],
    ] as const) {
      expect(problems({ ...own, headers: { [name]: value } }), name).to.have.length(1)
    }
    expect(problems({ adapter: adapterNamed('google'), passFields: ['top_k'], dialect: 'plain' })).to.have.length(2)
  })
})

describe('a usable provider', () => {
  const providers = [
    provider('keyed'),
    provider('own', { needsApiKey: false, baseUrl: null }),
    provider('homeless', { baseUrl: null }),
    provider('sand', { adapter: adapterNamed('sandbox'), baseUrl: null, needsApiKey: false }),
  ]
  const ids = (
    credentials: Readonly<Record<string, { apiKey: string | null; baseUrl: string | null }>>,
    sandbox = false,
  ) => [...usableProviders(providers, new Map(Object.entries(credentials)), sandbox).keys()]

  it('has its key and an address; an own server needs only the address, the sandbox only leave', () => {
    expect(ids({})).to.deep.equal([])
    expect(ids({}, true)).to.deep.equal(['sand'])
    expect(ids({ keyed: { apiKey: 'k', baseUrl: null } })).to.deep.equal(['keyed'])
    expect(ids({ keyed: { apiKey: null, baseUrl: 'http://x' } })).to.deep.equal([])
    expect(ids({ own: { apiKey: null, baseUrl: 'http://x' } })).to.deep.equal(['own'])
    expect(ids({ homeless: { apiKey: 'k', baseUrl: null } })).to.deep.equal([])
  })

  it("is at the environment's address before the catalogue's", () => {
    const usable = usableProviders(providers, new Map([['keyed', { apiKey: 'k', baseUrl: 'http://x' }]]), false)
    expect(usable.get('keyed')).to.deep.include({ baseUrl: 'http://x', apiKey: 'k' })
  })
})
