import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'chai'
import { balanceAtRest, chat } from '../../support/accounts/customer.ts'
import type { Customer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { openWorld, QUICK_GIVE_BACK, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import type { ServiceHere } from '../../support/processes/serve-here.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'

const model = (id: string, upstream: string, more = ''): string => `
  - id: ${id}
    kind: chat
    capabilities: []
    limits: { default_output_tokens: 10, max_output_tokens: 100 }
    deployments: [{ provider: sandbox, model: ${upstream} }${more}]
    tariff: { unit: tokens, input_per_million: "1000", output_per_million: "1000" }
    purchase: { input_per_million: "400", output_per_million: "800" }`

const catalog = (...models: readonly string[]): string => `
providers:
  - { id: sandbox, adapter: sandbox }
  - { id: second, adapter: sandbox }
  - { id: away, adapter: openai-compatible }
models:${models.join('')}
  - id: sandbox/vectors
    kind: embedding
    capabilities: []
    deployments: [{ provider: sandbox, model: embedding }]
    tariff: { unit: tokens, input_per_million: "1000" }
  - id: sandbox/image
    kind: image
    capabilities: []
    deployments: [{ provider: sandbox, model: image }]
    tariff: { unit: image, price: "1" }
  - id: sandbox/image-tokens
    kind: image
    capabilities: []
    limits: { sizes: [1024x1024, 64x64, auto] }
    deployments: [{ provider: sandbox, model: image-tokens }]
    tariff: { unit: image_tokens, text_input_per_million: "1", image_input_per_million: "1", output_per_million: "1" }
  - id: sandbox/transcribe
    kind: transcription
    capabilities: []
    deployments: [{ provider: sandbox, model: transcribe }]
    tariff: { unit: audio_second, price: "0.05" }
  - id: sandbox/speech
    kind: speech
    capabilities: []
    deployments: [{ provider: sandbox, model: speech }]
    tariff: { unit: characters, per_million: "1000" }
  - id: sandbox/video
    kind: video
    capabilities: []
    limits: { seconds: [4] }
    deployments: [{ provider: sandbox, model: video }]
    tariff: { unit: second, price: "0.05" }
templates: []
tasks: []
`

const BOTH = model('sandbox/both', 'echo', ', { provider: second, model: echo }')
const CATALOG = catalog(BOTH, model('sandbox/broken', 'error'))

interface Deployment {
  readonly upstream_model: string
  readonly models: readonly string[]
  readonly switched_off: { readonly since: number; readonly reason: string | null } | null
  readonly circuit: string
  readonly calls_last_hour: number
  readonly failures_last_hour: number
  readonly last_answered_at: number | null
  readonly last_failures: readonly { readonly cause: string; readonly message: string }[]
}

interface Provider {
  readonly id: string
  readonly callable: boolean
  readonly switched_off: { readonly reason: string | null } | null
  readonly deployments: readonly Deployment[]
}

const say = (url: string, { apiKey }: Customer, id: string): Promise<Response> =>
  chat(url, apiKey, { model: id, messages: [{ role: 'user', content: 'hello' }] })

const providersOf = async (operator: Operator): Promise<readonly Provider[]> => {
  const response = await operator.ask('/providers')
  expect(response.status).to.equal(200)
  return ((await response.json()) as { readonly data: readonly Provider[] }).data
}

const switchAt = async (operator: Operator, body: object): Promise<readonly [number, unknown]> => {
  const response = await operator.ask('/providers/switch', body)
  return [response.status, await response.json()]
}

describe('The providers of the catalogue, for an operator', () => {
  let world: GatewayWorld
  let gateway: ServiceHere
  let file: string
  let operator: Operator
  let customer: Customer

  before(async () => {
    world = await openWorld({ SANDBOX: 'on' })
    file = join(world.environment['DATA_DIR'] ?? '', 'catalog.yaml')
    await writeFile(file, CATALOG)
    gateway = await world.serve({ ...QUICK_GIVE_BACK, CATALOG_FILE: file })
    operator = await makeOperator(world, gateway.url)
    customer = await world.customer(gateway.url, '100')
  })
  after(() => world.remove())

  const deployment = async (provider: string, upstream: string): Promise<Deployment | undefined> =>
    (await providersOf(operator))
      .find(({ id }) => id === provider)
      ?.deployments.find((d) => d.upstream_model === upstream)

  it('are listed with what each has answered and why it failed', async () => {
    expect((await say(gateway.url, customer, 'sandbox/both')).status).to.equal(200)
    expect((await say(gateway.url, customer, 'sandbox/broken')).status).to.equal(502)
    const listed = await providersOf(operator)
    expect(listed.map(({ id, callable }) => [id, callable])).to.deep.equal([
      ['sandbox', true],
      ['second', true],
      ['away', false],
    ])
    const echo = await deployment('sandbox', 'echo')
    expect(echo).to.deep.include({ models: ['sandbox/both'], switched_off: null, circuit: 'closed', last_failures: [] })
    expect(echo).to.include({ calls_last_hour: 1, failures_last_hour: 0 })
    expect(echo?.last_answered_at).to.be.above(0)
    const broken = await deployment('sandbox', 'error')
    expect(broken).to.include({ calls_last_hour: 1, failures_last_hour: 1, last_answered_at: null })
    expect(broken?.last_failures[0]).to.include({ cause: 'server_error' })
  })

  it('get no call while they are switched off, and the model answers upstream_unavailable where all are', async () => {
    const before = (await balanceAtRest(customer)).balance
    const [status] = await switchAt(operator, { provider: 'second', on: false, reason: 'tired' })
    expect(status).to.equal(200)
    await switchAt(operator, { provider: 'sandbox', upstream_model: 'echo', on: false })
    const refused = await say(gateway.url, customer, 'sandbox/both')
    expect(refused.status).to.equal(503)
    expect(((await refused.json()) as { error: { code: string } }).error.code).to.equal('upstream_unavailable')
    expect((await balanceAtRest(customer)).balance).to.equal(before)
    const [sandbox, second] = await providersOf(operator)
    expect(second?.switched_off?.reason).to.equal('tired')
    expect(sandbox?.switched_off).to.equal(null)

    await switchAt(operator, { provider: 'second', on: true })
    expect((await say(gateway.url, customer, 'sandbox/both')).status).to.equal(200)
    expect((await deployment('second', 'echo'))?.calls_last_hour).to.equal(1)
    expect((await deployment('sandbox', 'echo'))?.calls_last_hour).to.equal(1)
    expect(await switchAt(operator, { provider: 'sandbox', upstream_model: 'echo', on: true })).to.deep.equal([
      200,
      { switched_off: null },
    ])
  })

  it('stand in the log of operators with what was before and after, and why', async () => {
    const response = await operator.ask('/actions?subject=second')
    const { data } = (await response.json()) as { data: readonly object[] }
    expect(data).to.have.length(2)
    expect(data[1]).to.deep.include({
      operator: operator.email,
      command: 'providers switch off',
      before: { on: true, reason: null },
      after: { on: false, reason: 'tired' },
      reason: 'tired',
    })
  })

  it('are refused by name where the catalogue has no such provider or model', async () => {
    for (const body of [{ provider: 'absent' }, { provider: 'sandbox', upstream_model: 'nothing' }]) {
      const [status, answer] = await switchAt(operator, { ...body, on: false })
      expect([status, (answer as { code: string }).code]).to.deep.equal([404, 'unknown_deployment'])
    }
  })

  it('answer a test call, also while they are switched off, and say why where they fail', async () => {
    const test = async (upstream: string): Promise<Readonly<Record<string, unknown>>> => {
      const response = await operator.ask('/providers/test', { provider: 'sandbox', upstream_model: upstream })
      return (await response.json()) as Record<string, unknown>
    }
    await switchAt(operator, { provider: 'sandbox', on: false })
    const answered = await test('echo')
    expect(answered).to.include({ succeeded: true, cause: null })
    expect(answered['first_word_ms']).to.be.a('number')
    expect(answered['output_tokens']).to.be.within(1, 64)
    expect(await test('embedding')).to.include({ succeeded: true, first_word_ms: null })
    expect(await test('error')).to.include({ succeeded: false, cause: 'server_error' })
    expect(await test('image')).to.include({ succeeded: true, first_word_ms: null, output_tokens: null })
    expect(await test('image-tokens')).to.include({ succeeded: true, input_tokens: 6, output_tokens: 1_000 })
    expect(await test('transcribe')).to.include({ succeeded: true, cause: null })
    expect(await test('speech')).to.include({ succeeded: true, cause: null })
    expect(await test('video')).to.include({ code: 'no_test_call' })
    expect(await test('nothing')).to.include({ code: 'unknown_deployment' })
    await switchAt(operator, { provider: 'sandbox', on: true })
  })

  it('are paid by purchase prices of the catalogue, which leave a margin', async () => {
    const sold = async () => {
      const response = await operator.ask('/overview')
      const { models } = (await response.json()) as { readonly models: readonly Readonly<Record<string, unknown>>[] }
      return models.find(({ model: name }) => name === 'sandbox/both')
    }
    // A token brings in a thousandth of a rouble, and costs 0.4 of that where it is read, and 0.8 where it is written.
    await eventually(async () => Number((await sold())?.['revenue'] ?? 0) > 0, 50)
    const { calls, refusals, failures, ...money } = (await sold()) ?? {}
    const answered = Number(calls) - Number(refusals) - Number(failures)
    const tokens = Number(money['revenue']) * 1_000
    const cost = Number(money['provider_cost'])
    expect(answered).to.be.above(0)
    expect(cost).to.be.within((tokens * 0.4) / 1_000, (tokens * 0.8) / 1_000)
    expect(Number(money['margin'])).to.be.closeTo(Number(money['revenue']) - cost, 1e-6)
  })

  it('stay off over a restart', async () => {
    await switchAt(operator, { provider: 'sandbox', upstream_model: 'error', on: false })
    await gateway.stop()
    gateway = await world.serve({ ...QUICK_GIVE_BACK, CATALOG_FILE: file })
    expect((await say(gateway.url, customer, 'sandbox/broken')).status).to.equal(503)
    expect((await say(gateway.url, customer, 'sandbox/both')).status).to.equal(200)
  })
})

describe('The catalogue, for an operator', () => {
  let world: GatewayWorld
  let file: string
  let operator: Operator

  before(async () => {
    world = await openWorld({ SANDBOX: 'on' })
    file = join(world.environment['DATA_DIR'] ?? '', 'catalog.yaml')
    await writeFile(file, CATALOG)
    operator = await makeOperator(world, (await world.serve({ ...QUICK_GIVE_BACK, CATALOG_FILE: file })).url)
  })
  after(() => world.remove())

  const ask = async (path: string, body?: object): Promise<Readonly<Record<string, unknown>>> => {
    const response = await operator.ask(path, body)
    expect(response.status).to.equal(200)
    return (await response.json()) as Record<string, unknown>
  }

  it('is read as it is served, checked as a text, and loaded again', async () => {
    const read = await ask('/catalog')
    const models = read['models'] as readonly {
      readonly id: string
      readonly purchase: unknown
      readonly deployments: readonly unknown[]
    }[]
    expect(models.map(({ id }) => id)).to.deep.equal([
      'sandbox/both',
      'sandbox/broken',
      'sandbox/vectors',
      'sandbox/image',
      'sandbox/image-tokens',
      'sandbox/transcribe',
      'sandbox/speech',
      'sandbox/video',
    ])
    const nothing = {
      cached_input_per_million: null,
      cache_write_per_million: null,
      image: null,
      second: null,
      call: null,
    }
    expect(models[0]?.purchase).to.deep.equal({
      ...nothing,
      input_per_million: '400.00',
      output_per_million: '800.00',
    })
    expect(models.find(({ id }) => id === 'sandbox/vectors')?.purchase, 'the file names none').to.equal(null)
    expect(models[0]?.deployments).to.deep.include({ provider: 'second', upstream_model: 'echo', weight: null })
    expect(await ask('/catalog/check', { text: CATALOG })).to.deep.equal({
      problems: [],
      providers: 3,
      models: 8,
      templates: 0,
      tasks: 0,
    })
    const faulty = CATALOG.replace('provider: second', 'provider: absent')
    const checked = await ask('/catalog/check', { text: faulty })
    const problems = checked['problems'] as readonly string[]
    expect(problems.join()).to.contain('absent')

    await writeFile(file, faulty)
    const refused = await ask('/catalog/reload', {})
    expect(refused).to.include({ reloaded: false, version: read['version'] })
    expect(refused['problems']).to.deep.equal(problems.map((problem) => `CATALOG_FILE=${file}: ${problem}`))

    await writeFile(file, catalog(BOTH))
    const reloaded = await ask('/catalog/reload', {})
    expect(reloaded).to.include({ reloaded: true, models: 7 })
    const { data } = (await ask('/actions?limit=1')) as unknown as { data: readonly object[] }
    expect(data[0]).to.deep.include({
      command: 'catalog reload',
      before: { version: read['version'] },
      after: { version: reloaded['version'], problems: 0 },
    })
  })
})

const redis = await findRedis()
if (redis === null) leaveOut('a switch for two instances')
else {
  describe('A provider that is switched off at one of two instances', () => {
    let world: GatewayWorld

    before(async () => {
      world = await WORLDS.PostgreSQL({ REDIS_URL: redis.url, SANDBOX: 'on' })
    })
    after(async () => {
      await world.remove()
      await redis.close()
    })

    it('gets no call of the other', async () => {
      const file = join(world.environment['DATA_DIR'] ?? '', 'catalog.yaml')
      await writeFile(file, CATALOG)
      const one = await world.serve({ ...QUICK_GIVE_BACK, CATALOG_FILE: file })
      const two = await world.serve({ ...QUICK_GIVE_BACK, CATALOG_FILE: file })
      const operator = await makeOperator(world, one.url)
      const customer = await world.customer(two.url, '100')
      expect((await say(two.url, customer, 'sandbox/both')).status).to.equal(200)
      for (const provider of ['sandbox', 'second']) await switchAt(operator, { provider, on: false })
      await eventually(async () => (await say(two.url, customer, 'sandbox/both')).status === 503)
      for (const provider of ['sandbox', 'second']) await switchAt(operator, { provider, on: true })
      await eventually(async () => (await say(two.url, customer, 'sandbox/both')).status === 200)
    })
  })
}
