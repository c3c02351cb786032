import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { loadCatalog } from '../../../src/adapters/catalog/load-catalog.ts'
import { PROVIDER_ADAPTERS } from '../../../src/infrastructure/resources/adapter-table.ts'
import { tariffVersion } from '../../../src/adapters/catalog/tariff-version.ts'
import type { Model } from '../../../src/domain/catalog/model.ts'
import { chatModel } from '../../support/chat/chat-models.ts'

const PROVIDERS = 'providers: [{ id: p, adapter: openai-compatible, base_url: "https://x.example/v1" }]'

const yaml = (model = '', tariff = '', limits = ''): string => `
${PROVIDERS}
models:
  - id: v/m
    kind: chat
    limits: { default_output_tokens: 10, max_output_tokens: 20, ${limits} }
    deployments: [{ provider: p, model: up, parameters: { a: [1, { b: null }] } }]
    tariff: { unit: tokens, input_per_million: "1.5", output_per_million: "3", ${tariff} }
    ${model}
`

const IMAGE = `
${PROVIDERS.replace('openai-compatible', 'openai')}
models:
  - { id: v/i, kind: image, deployments: [{ provider: p, model: up }], tariff: { unit: image, price: "1" }, turn_price: "1" }
`

const problems = (text: string): readonly string[] => {
  const loaded = loadCatalog(text, PROVIDER_ADAPTERS)
  return isLeft(loaded) ? loaded.left.map(({ where, message }) => `${where}: ${message}`) : []
}

const load = (text: string): Model => {
  const loaded = loadCatalog(text, PROVIDER_ADAPTERS)
  if (isLeft(loaded)) throw new Error(JSON.stringify(loaded.left))
  return loaded.right.models[0]!
}

describe('the catalogue that is shipped', () => {
  const shipped = loadCatalog(
    readFileSync(new URL('../../../catalog.yaml', import.meta.url), 'utf8'),
    PROVIDER_ADAPTERS,
  )
  const models = isRight(shipped) ? shipped.right.models : []

  it('has no problems', () => expect(isLeft(shipped) ? shipped.left : []).to.deep.equal([]))

  it('marks the chat models of OpenAI, which call tools on chat completions only where they do not think', () => {
    const ofOpenAi = models.flatMap(({ kind, deployments }) =>
      kind === 'chat' ? deployments.filter(({ provider }) => provider === 'openai') : [],
    )
    expect(ofOpenAi.length).to.be.greaterThan(0)
    expect(ofOpenAi.filter(({ thinksWithTools }) => thinksWithTools !== false)).to.deep.equal([])
  })

  it('has the ten sandbox models at 1000 and 2000 roubles a million, 1000 tokens by default', () => {
    const names = [
      'echo',
      'tools',
      'reasoning',
      'reasoning-hidden',
      'echo-slow',
      'error',
      'cut',
      'no-usage',
      'refuse',
      'hang',
    ]
    const sandbox = models.filter((model) => model.kind === 'chat' && model.id.startsWith('sandbox/'))
    expect(sandbox.map(({ id }) => id)).to.have.members(names.map((name) => `sandbox/${name}`))
    for (const { tariff, limits, deployments } of sandbox) {
      expect(tariff).to.deep.include({ inputPerMillion: 1_000_000_000n, outputPerMillion: 2_000_000_000n })
      expect(limits).to.include({ defaultOutputTokens: 1000 })
      expect(deployments.map(({ provider }) => provider)).to.deep.equal(['sandbox'])
    }
  })

  it('knows the providers that bill hidden output and the price steps that they have', () => {
    const facts = Object.fromEntries(
      models.flatMap((model) =>
        model.kind === 'chat'
          ? [[model.id, [model.hiddenReasoning, model.tokenizer, model.tariff.steps?.[0]?.promptTokensOver]]]
          : [],
      ),
    )
    expect(facts).to.deep.include({
      'openai/gpt-6-luna': [true, 'o200k', 272_000],
      'anthropic/claude-haiku-5.5': [true, undefined, 100_000],
      'google/gemini-3.8-flash': [true, undefined, undefined],
      'deepseek/deepseek-flash': [false, undefined, undefined],
    })
  })

  it('has the sandbox models for images, speech and video, at their known prices', () => {
    const tariffOf = (id: string) => models.find((model) => model.id === id)?.tariff
    expect(tariffOf('sandbox/image')).to.deep.equal({ unit: 'image', perImage: 2_000_000n, rows: [] })
    expect(tariffOf('sandbox/image-edit')).to.deep.equal({ unit: 'image', perImage: 3_000_000n, rows: [] })
    expect(tariffOf('sandbox/image-tokens')).to.have.property('unit', 'image_tokens')
    expect(tariffOf('sandbox/speech')).to.deep.equal({ unit: 'characters', perMillion: 1_000_000_000n })
    expect(tariffOf('sandbox/video')).to.deep.equal({ unit: 'second', perSecond: 5_000_000n, rows: [] })
    expect(models.find(({ id }) => id === 'sandbox/image')?.capabilities.has('image_input')).to.equal(false)
    expect(models.find(({ id }) => id === 'sandbox/image-edit')?.capabilities.has('image_input')).to.equal(true)
  })

  it('has the tasks that front ends and their tests know, at their prices', () => {
    const known = ['chat', 'sandbox-image', 'sandbox-image-edit', 'sandbox-video', 'sandbox-fail', 'sandbox-video-fail']
    const tasks = (isRight(shipped) ? shipped.right.tasks : []).filter(({ slug }) => known.includes(slug))
    expect(tasks.map(({ slug, kind, model, price }) => [slug, kind, model, price])).to.deep.equal([
      ['chat', 'text', 'sandbox/echo', { tag: 'fixed', micro: 1_000_000n }],
      ['sandbox-image', 'image', 'sandbox/image', { tag: 'fixed', micro: 5_000_000n }],
      ['sandbox-image-edit', 'image', 'sandbox/image-edit', { tag: 'fixed', micro: 6_000_000n }],
      ['sandbox-video', 'video', 'sandbox/video', { tag: 'fixed', micro: 20_000_000n }],
      ['sandbox-fail', 'text', 'sandbox/error', { tag: 'fixed', micro: 3_000_000n }],
      ['sandbox-video-fail', 'video', 'sandbox/video-fail', { tag: 'fixed', micro: 20_000_000n }],
    ])
  })

  it('has a poet, whose system prompt makes the model one', () => {
    const poet = isRight(shipped) && shipped.right.templates.find(({ slug }) => slug === 'sandbox-poet')
    expect(poet).to.include({ model: 'sandbox/echo', turnPriceMicro: null })
    expect(poet && poet.systemPrompt).to.match(/^You are a poet/)
  })

  it('has models of real providers beside them', () => {
    const providers = new Set(models.map(({ id }) => id.split('/')[0]))
    expect([...providers]).to.include.members(['openai', 'deepseek', 'mistral', 'xai', 'local'])
  })
})

/** Nine levels of nine aliases each: 9^9 entries once it is unfolded. */
const BOMB = Array.from({ length: 9 }, (_, level) => {
  const items = level === 0 ? '"x"' : Array.from({ length: 9 }, () => `*l${level - 1}`).join(', ')
  return `l${level}: &l${level} [${items}]`
}).join('\n')

describe('reading a catalogue', () => {
  it('keeps every price exact, and gives its default to what is absent', () => {
    const model = load(yaml('released: "2026-09-22"', 'cached_input_per_million: "0.000001"'))
    expect(model.tariff).to.deep.equal({
      unit: 'tokens',
      inputPerMillion: 1_500_000n,
      cachedInputPerMillion: 1n,
      cacheWritePerMillion: 1_500_000n,
      outputPerMillion: 3_000_000n,
    })
    expect(model.limits).to.deep.include({ maxChoices: 1, contextTokens: null })
    expect(model.created).to.equal(Date.UTC(2026, 8, 22) / 1000)
    expect(model.deployments[0]?.parameters).to.deep.equal({ a: [1, { b: null }] })
  })

  it('limits answers in the field that the family of the model reads, unless it names another', () => {
    const older = { outputLimitField: 'max_tokens' }
    const newer = { outputLimitField: 'max_completion_tokens' }
    const ofOpenAi = (text: string): string => text.replace('id: v/m', 'id: openai/m')
    expect(load(yaml())).to.include(older)
    expect(load(yaml('output_limit_field: max_completion_tokens'))).to.include(newer)
    expect(load(ofOpenAi(yaml()))).to.include(newer)
    expect(load(yaml().replace('id: v/m', 'id: openai-like/m'))).to.include(older)
    expect(load(ofOpenAi(yaml('output_limit_field: max_tokens')))).to.include(older)
  })

  it('names the tariff by its content alone', () => {
    const plain = load(yaml())
    expect(load(yaml('capabilities: [tools]')).tariffVersion).to.equal(plain.tariffVersion)
    expect(load(yaml('', 'cached_input_per_million: "1.5"')).tariffVersion).to.equal(plain.tariffVersion)
    expect(load(yaml('', 'cached_input_per_million: "1.4"')).tariffVersion).not.to.equal(plain.tariffVersion)
    const tier = 'service_tiers: { flex: { input_per_million: "1", output_per_million: "2" } }'
    expect(load(yaml('', tier)).tariffVersion).not.to.equal(plain.tariffVersion)
    expect(tariffVersion(chatModel().tariff)).to.match(/^[0-9a-f]{12}$/)
  })

  it('has no templates and no tasks unless it says so, and no price of a turn', () => {
    const loaded = loadCatalog(yaml(), PROVIDER_ADAPTERS)
    expect(isRight(loaded) && loaded.right).to.deep.include({ templates: [], tasks: [] })
    expect(load(yaml())).to.include({ turnPriceMicro: null })
    expect(load(yaml('turn_price: "0.5"'))).to.include({ turnPriceMicro: 500_000n })
  })

  it('takes templates and tasks as they are written, and nothing more into those that say little', () => {
    const loaded = loadCatalog(
      `${yaml()}
templates:
  - { slug: plain, model: v/m, title: Plain }
  - { slug: full, model: v/m, title: Full, system_prompt: Be brief., parameters: { temperature: 0.5 }, turn_price: "2" }
tasks:
  - { slug: plain, kind: text, model: v/m, price: "1" }
  - { slug: full, kind: text, model: v/m, price: "1", per: task, parameters: { stop: [x] } }
`,
      PROVIDER_ADAPTERS,
    )
    if (isLeft(loaded)) throw new Error(JSON.stringify(loaded.left))
    expect(loaded.right.templates).to.deep.equal([
      { slug: 'plain', model: 'v/m', title: 'Plain', systemPrompt: null, parameters: {}, turnPriceMicro: null },
      {
        slug: 'full',
        model: 'v/m',
        title: 'Full',
        systemPrompt: 'Be brief.',
        parameters: { temperature: 0.5 },
        turnPriceMicro: 2_000_000n,
      },
    ])
    const price = { tag: 'fixed', micro: 1_000_000n }
    expect(loaded.right.tasks).to.deep.equal([
      { slug: 'plain', kind: 'text', model: 'v/m', parameters: {}, price },
      { slug: 'full', kind: 'text', model: 'v/m', parameters: { stop: ['x'] }, price },
    ])
  })

  it('takes a price per second for a video task', () => {
    const pricedPerSecond = (kind: string) => `
providers: [{ id: s, adapter: sandbox }]
models:
  - id: v/video
    kind: video
    deployments: [{ provider: s, model: up }]
    tariff: { unit: second, price: "1" }
tasks: [{ slug: video, kind: ${kind}, model: v/video, price: "2.5", per: second }]
`
    const loaded = loadCatalog(pricedPerSecond('video'), PROVIDER_ADAPTERS)
    expect(isRight(loaded) && loaded.right.tasks[0]?.price).to.deep.equal({ tag: 'per_second', micro: 2_500_000n })
    expect(problems(pricedPerSecond('text'))[0]).to.equal('tasks.video: only a video task is priced per second')
  })

  it('lists every fault of form at once, each with its place', () => {
    const found = problems(yaml('kindd: x', 'cached_input_per_milion: "1"', 'max_choices: 1.5').replace('"1.5"', '1.5'))
    expect(found.map((problem) => problem.split(':')[0])).to.deep.equal([
      'v/m.limits.max_choices',
      'v/m.tariff.input_per_million',
      'v/m.tariff.cached_input_per_milion',
      'v/m.kindd',
    ])
  })

  it('lists the mistakes of form and of sense in one pass, by the names of their entries', () => {
    const text = `
providers:
  - { id: p, adapter: openai-compatible, base_url: "https://x.example/v1" }
  - { id: broken, adapter: telepathy }
models:
  - { id: v/form, kind: dance }
  - { kind: chat, id: v/sense, limits: { default_output_tokens: 30, max_output_tokens: 20 }, deployments: [],
      tariff: { unit: tokens, input_per_million: "0", output_per_million: "3" } }
  - { id: v/sense, kind: image, deployments: [{ provider: nowhere, model: up }, { provider: broken, model: up },
      { provider: p, model: up }], tariff: { unit: image, price: "1" } }
  - { kind: chat }
templates:
  - { slug: of-form, model: v/form, title: A }
  - { slug: of-nothing, model: v/none, title: A }
`
    const found = problems(text)
    for (const mistake of [
      'providers.broken.adapter: must be one of',
      'v/form.kind: must be one of',
      'models.3.id: is missing',
      'v/sense: this model id is used twice',
      'v/sense: has no deployments',
      'v/sense: default_output_tokens is above',
      'v/sense: input_per_million must be above zero',
      "v/sense: names the unknown provider 'nowhere'",
      "v/sense: is an image model, which the adapter 'openai-compatible' does not serve",
      "templates.of-nothing: names the unknown model 'v/none'",
    ]) {
      expect(
        found.some((problem) => problem.startsWith(mistake)),
        `${mistake} in\n${found.join('\n')}`,
      ).to.equal(true)
    }
    expect(found.filter((problem) => /of-form|provider 'broken'/.test(problem))).to.deep.equal([])
  })

  it('tells in words what is missing, or should stand there', () => {
    const text = `${PROVIDERS.replace('id: p', 'id: 1, pass_fields: 2, headers: 3, trace_context: 4')}
models:
  - { id: v/m, kind: chat }
  - { id: v/n, kind: chat, deployments: [], limits: {}, tariff: {}, capabilities: 1, unsupported_parameters: [2] }`
    const found = problems(text)
    expect(found).to.include.members([
      'providers.0.id: must be a text',
      'providers.0.pass_fields: must be a list, each entry a text',
      'providers.0.headers: must be a record, each value a text',
      'providers.0.trace_context: must be true or false',
      'v/m.deployments: is missing: a list, each entry a deployment',
      'v/m.limits: is missing: limits of a chat model',
      'v/n.unsupported_parameters.0: must be a text',
    ])
    expect(found.join()).not.to.match(/Array<|\[K in|undefined|a limits/)
  })

  it('tells the first mistakes of YAML alone, since the others follow from them', () => {
    expect(problems('- {a: ]\n'.repeat(1_000))).to.have.length(5)
  })

  it('tells mistakes of YAML on one line each, and does not fall over aliases', () => {
    for (const text of ['a: b: c\n  d', 'models: [', `${PROVIDERS}\nmodels: *nowhere`, BOMB]) {
      const found = problems(text)
      expect(found).to.have.length.above(0)
      for (const problem of found) expect(problem).to.match(/^catalogue: [^\n]+$/)
    }
  })

  const faults: readonly (readonly [string, string, string])[] = [
    ['no YAML', 'models: [', 'catalogue: '],
    ['two documents', `${yaml()}\n---\n${yaml()}`, 'catalogue: a line of three dashes begins a second document'],
    ['an empty file', '', 'catalogue: must be a record of providers and models'],
    ['a missing section', PROVIDERS, 'models: is missing'],
    ['a price with an exponent', yaml().replace('"3"', '"3e5"'), 'v/m.tariff.output_per_million: must be a quoted'],
    [
      'a chat model without a price of its output',
      yaml().replace(', output_per_million: "3"', ''),
      'v/m: output_per_million is missing',
    ],
    [
      'an output price of a model that writes nothing',
      yaml()
        .replace('kind: chat', 'kind: embedding')
        .replace(/limits: \{[^}]*\}/, 'limits: { dimensions: 8 }'),
      'v/m: output_per_million has no meaning',
    ],
    [
      'an embedding model without dimensions',
      yaml()
        .replace('kind: chat', 'kind: embedding')
        .replace(', output_per_million: "3"', '')
        .replace(/limits: \{[^}]*\}/, 'limits: { dimensions: 0 }'),
      'v/m: dimensions must be a whole number of at least 1',
    ],
    ['a turn price of a model that writes nothing', IMAGE, 'v/i.turn_price: is not a field of an image model'],
    ['a task without a price', `${yaml()}\ntasks: [{ slug: a, kind: text, model: v/m }]`, 'tasks.a.price: is missing'],
    [
      'a task that speaks',
      `${yaml()}\ntasks: [{ slug: a, kind: speech, model: v/m, price: "1" }]`,
      'tasks.a.kind: must be one of text, image, video',
    ],
    [
      'tokens that YAML would read as a float',
      `${yaml()}\ntemplates: [{ slug: a, model: v/m, title: A, turn_price: 1.5 }]`,
      'templates.a.turn_price: must be a quoted decimal string of tokens',
    ],
    ['an unknown capability', yaml('capabilities: [flying]'), 'v/m.capabilities.0: must be one of'],
    ['a date that is none', yaml('retires: "2026-13-01"'), 'v/m.retires: must be a quoted day'],
    ['a day that its month has not', yaml('retires: "2026-02-31"'), 'v/m.retires: must be a quoted day'],
    ['an unknown kind', yaml().replace('kind: chat', 'kind: song'), 'v/m.kind: must be one of chat, image'],
    ['a tariff of another kind', yaml().replace('unit: tokens', 'unit: second'), 'v/m.tariff.unit: must be "tokens"'],
    [
      'a contradiction',
      yaml().replace('output_tokens: 10', 'output_tokens: 30'),
      'v/m: default_output_tokens is above',
    ],
  ]
  for (const [name, text, problem] of faults) {
    it(`refuses ${name}`, () => {
      expect(problems(text)).to.have.lengthOf(1)
      expect(problems(text)[0]).to.include(problem)
    })
  }
})
