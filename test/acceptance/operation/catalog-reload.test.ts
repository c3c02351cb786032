import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { balanceAtRest, chat } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { QUICK_GIVE_BACK, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { runNode } from '../../support/processes/child-process.ts'
import { ALONE, runGatewayCommand } from '../../support/processes/gateway-process.ts'
import type { CommandResult, GatewayProcess } from '../../support/processes/gateway-process.ts'
import { findRedis, leaveOut } from '../../support/servers/redis.ts'
import { startHeldUpstream } from '../../support/upstreams/held-upstream.ts'
import type { HeldUpstream } from '../../support/upstreams/held-upstream.ts'

const GATEWAY = resolve(import.meta.dirname, '../../../bin/gateway.js')

const model = (id: string, provider: string, price: string): string => `
  - id: ${id}
    kind: chat
    capabilities: []
    limits: { default_output_tokens: 10, max_output_tokens: 100 }
    deployments: [{ provider: ${provider}, model: m }]
    tariff: { unit: tokens, input_per_million: "${price}", output_per_million: "${price}" }`

const catalog = (...models: readonly string[]): string => `
providers:
  - { id: first, adapter: openai-compatible, needs_api_key: false }
  - { id: second, adapter: openai-compatible, needs_api_key: false }
models:${models.join('')}
templates: []
tasks: []
`

const OLD = catalog(model('first/old', 'first', '1000000'))
const WITHOUT_OLD = catalog(model('second/new', 'second', '2000000'))
const FAULTY = catalog(model('second/new', 'nobody', '0'))

const modelsAt = async (url: string): Promise<readonly string[]> => {
  const { models } = (await (await fetch(`${url}/v1/catalog`)).json()) as { models: readonly { id: string }[] }
  return models.map(({ id }) => id)
}

const ASK = { messages: [{ role: 'user', content: 'go' }], stream: true }

describe('A new catalogue for a running service', () => {
  let upstream: HeldUpstream
  let world: GatewayWorld
  let gateway: GatewayProcess
  let file: string

  const environment = (): Readonly<Record<string, string>> => ({
    ...world.environment,
    CATALOG_FILE: file,
    FIRST_BASE_URL: upstream.url,
    SECOND_BASE_URL: upstream.url,
  })
  const reload = (): Promise<CommandResult> => runGatewayCommand(['catalog', 'reload'], environment())

  beforeEach(async () => {
    upstream = await startHeldUpstream()
    world = await WORLDS['the embedded database']()
    file = join(world.environment['DATA_DIR'] ?? '', 'catalog.yaml')
    await writeFile(file, OLD)
    gateway = await world.start({ ...QUICK_GIVE_BACK, ...environment() })
  })
  afterEach(async () => {
    await world.remove()
    await upstream.close()
  })

  it('lets a call under way end with the model, provider and price with which it began', async () => {
    const customer = await world.customer(gateway.url, '1000')
    const answer = await chat(gateway.url, customer.apiKey, { model: 'first/old', ...ASK })
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = (await reader?.read())?.value ?? ''
    expect(text).to.contain('first ')

    await writeFile(file, WITHOUT_OLD)
    const reloaded = await reload()
    expect(reloaded.stdout).to.match(
      /^version [0-9a-f]{12}, 1 model\(s\) on offer; the process that holds the database/,
    )
    expect(reloaded.exit).to.equal(0)
    expect(await modelsAt(gateway.url)).to.deep.equal(['second/new'])
    const refused = await chat(gateway.url, customer.apiKey, { model: 'first/old', ...ASK })
    expect(refused.status).to.equal(404)

    upstream.release()
    for (;;) {
      const read = await reader?.read()
      if (read === undefined || read.done) break
      text += read.value
    }
    expect(text).to.contain('second').and.to.contain('[DONE]')
    expect((await balanceAtRest(customer)).balance).to.equal('988.00')
    const next = await chat(gateway.url, customer.apiKey, { model: 'second/new', ...ASK })
    expect(await next.text()).to.contain('second')
    expect((await balanceAtRest(customer)).balance).to.equal('964.00')
  })

  it('changes nothing where the file is faulty, and says all that is wrong with it', async () => {
    await writeFile(file, FAULTY)
    const refused = await reload()
    expect(refused.exit).to.equal(1)
    expect(refused.stderr).to.contain('second/new').and.to.contain('nobody')
    expect(await modelsAt(gateway.url)).to.deep.equal(['first/old'])
    await writeFile(file, ': [')
    expect((await reload()).exit).to.equal(1)
    expect(await modelsAt(gateway.url)).to.deep.equal(['first/old'])
  })

  it('comes by SIGHUP too', async () => {
    await writeFile(file, WITHOUT_OLD)
    gateway.signal('SIGHUP')
    await gateway.printed(/the catalogue was loaded again/)
    expect(await modelsAt(gateway.url)).to.deep.equal(['second/new'])
  })

  it('comes by a SIGHUP that was sent while the service started, which does not end it', async () => {
    expect(await gateway.end('SIGTERM')).to.equal(0)
    const starting = runNode([GATEWAY, 'serve'], { ...ALONE, ...environment() })
    await starting.printed(/starting; the first start/)
    process.kill(starting.pid, 'SIGHUP')
    await starting.printed(/the catalogue was loaded again/)
    await starting.kill('SIGTERM')
    expect(await starting.ended()).to.equal(0)
  })
})

const redis = await findRedis()
if (redis === null) leaveOut('a new catalogue for two instances')
else {
  describe('A new catalogue for two instances on one Redis', () => {
    let upstream: HeldUpstream
    let world: GatewayWorld

    before(async () => {
      upstream = await startHeldUpstream()
      world = await WORLDS.PostgreSQL({
        REDIS_URL: redis.url,
        FIRST_BASE_URL: upstream.url,
        SECOND_BASE_URL: upstream.url,
        SANDBOX_PAYMENTS: 'off',
      })
    })
    after(async () => {
      await world.remove()
      await upstream.close()
      await redis.close()
    })

    it('reaches both from one command, each by its own file', async () => {
      const directory = world.environment['DATA_DIR'] ?? ''
      const files = [join(directory, 'one.yaml'), join(directory, 'two.yaml')] as const
      for (const file of files) await writeFile(file, OLD)
      const one = await world.start({ ...QUICK_GIVE_BACK, CATALOG_FILE: files[0] })
      const two = await world.start({ ...QUICK_GIVE_BACK, CATALOG_FILE: files[1] })
      for (const file of files) await writeFile(file, WITHOUT_OLD)
      const reloaded = await runGatewayCommand(['catalog', 'reload'], { ...world.environment, CATALOG_FILE: files[0] })
      expect(reloaded.stdout).to.contain('every process that runs on the same Redis reads')
      for (const { url } of [one, two]) {
        await eventually(async () => (await modelsAt(url)).join() === 'second/new')
      }
    })
  })
}
