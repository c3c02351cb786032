import { resolve } from 'node:path'
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
const logged = async (env: Environment): Promise<readonly Line[]> => {
  const config = loadConfig(env, packageDir)
  if (isLeft(config)) throw new Error('the configuration is refused')
  const offer = await readOffer(config.right, env, Date.now())
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

  it('is why no top-ups are sold, and that links in mail lead to no front end, where that is so', async () => {
    const open = await logged({ HOST: '0.0.0.0' })
    expect(warnings(open)).to.have.length(2)
    expect(JSON.stringify(open)).to.contain('HOST=0.0.0.0').and.contain('PUBLIC_BASE_URL is not set')
  })

  it('holds no warning on the embedded default', async () => {
    expect(warnings(await logged({}))).to.deep.equal([])
  })
})
