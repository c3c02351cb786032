import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import type { Environment } from '../../../src/infrastructure/config/environment-variable.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { describeOffer } from '../../../src/infrastructure/offer/describe-offer.ts'
import { readOffer } from '../../../src/infrastructure/offer/offer.ts'

const packageDir = resolve(import.meta.dirname, '../../..')

interface Line {
  readonly level: string
  readonly msg: string
  readonly [field: string]: unknown
}

/** What a start with these variables tells of its offer, by the shipped catalogue. */
const logged = async (env: Environment, nowMs = Date.now()): Promise<readonly Line[]> => {
  const config = loadConfig(env, packageDir)
  if (isLeft(config)) throw new Error('the configuration is refused')
  const offer = await readOffer(config.right, env, nowMs)
  if (isLeft(offer)) throw new Error(offer.left.join('\n'))
  const lines: Line[] = []
  describeOffer(
    offer.right,
    config.right,
    createLog('info', { write: (line) => void lines.push(JSON.parse(line) as Line) }),
  )
  return lines
}

const warnings = (lines: readonly Line[]): readonly string[] =>
  lines.filter(({ level }) => level === 'warn').map(({ msg }) => msg)

describe('what a start logs about its offer', () => {
  it('is its providers and the number of models of each kind', async () => {
    const lines = await logged({ OPENAI_API_KEY: 'sk-1' })
    expect(lines[0]).to.include({ msg: 'on offer', payments: 'none', registration: 'open' })
    expect(lines[0]?.['providers']).to.have.members(['openai', 'sandbox'])
    expect(lines[0]?.['paidProviders']).to.deep.equal(['openai'])
    expect(lines[0]?.['models']).to.have.property('chat').that.is.above(1)
  })

  it('is which variables would bring models, where there are none', async () => {
    const lines = await logged({ SANDBOX: 'off' })
    const nothing = lines.find(({ msg }) => msg.startsWith('no model is on offer'))
    expect(nothing?.level).to.equal('warn')
    expect(nothing?.['variables']).to.include.members(['OPENAI_API_KEY', 'VLLM_BASE_URL', 'SANDBOX=on'])
  })

  it('is which models have retired, where nothing but them was on offer', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gateway-retired-'))
    const file = join(folder, 'catalog.yaml')
    const model = {
      id: 'openai/old',
      kind: 'chat',
      retires: '2027-01-06',
      limits: { default_output_tokens: 20, max_output_tokens: 400 },
      deployments: [{ provider: 'openai', model: 'old' }],
      tariff: { unit: 'tokens', input_per_million: '1000', output_per_million: '2000' },
    }
    const catalog = { providers: [{ id: 'openai', adapter: 'openai-compatible' }], models: [model] }
    await writeFile(file, JSON.stringify(catalog))
    const env = {
      OPENAI_API_KEY: 'sk-1',
      OPENAI_BASE_URL: 'https://api.example.com/v1',
      SANDBOX: 'off',
      CATALOG_FILE: file,
    }
    const before = await logged(env, Date.UTC(2027, 0, 5))
    expect(before[0]).not.to.have.property('retired')
    expect(warnings(before).filter((msg) => msg.startsWith('no model'))).to.deep.equal([])
    const after = await logged(env, Date.UTC(2027, 0, 6))
    expect(after[0]?.['retired']).to.deep.equal(['openai/old'])
    const nothing = after.find(({ msg }) => msg.startsWith('no model is on offer'))
    expect(nothing).to.include({
      level: 'warn',
      msg: 'no model is on offer: these have retired, so add newer ones to the catalogue, or set one of these variables',
    })
    expect(nothing?.['retired']).to.deep.equal(['openai/old'])
    await rm(folder, { recursive: true })
  })

  it('is why no top-ups are sold, and that links in mail lead to no front end, where that is so', async () => {
    const open = await logged({ HOST: '0.0.0.0' })
    expect(warnings(open)).to.have.length(2)
    expect(JSON.stringify(open)).to.contain('HOST=0.0.0.0').and.contain('PUBLIC_BASE_URL is not set')
  })

  it('holds no warning on the embedded default', async () => {
    expect(warnings(await logged({}))).to.deep.equal([])
  })
})
