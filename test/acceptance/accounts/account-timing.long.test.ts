import { expect } from 'chai'
import { frontEnd } from '../../support/accounts/front-end.ts'
import type { FrontEnd } from '../../support/accounts/front-end.ts'
import { makeDataDir, startGateway } from '../../support/processes/gateway-process.ts'
import type { GatewayProcess } from '../../support/processes/gateway-process.ts'
import { timed } from '../../support/timed.ts'

const PASSWORD = 'five small grey cats'
const ROUNDS = 60
/** Between the two medians: a hash that is spared, or a mail that is waited for, makes it several times this. */
const MOST_RATIO = 2

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

describe('a known and an unknown address', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>
  let gateway: GatewayProcess
  let page: FrontEnd

  before(async () => {
    dataDir = await makeDataDir()
    gateway = await startGateway({
      DATA_DIR: dataDir.path,
      AUTH_RATE_LIMIT_PER_MINUTE: '100000',
      AUTH_RATE_LIMIT_PER_EMAIL_PER_MINUTE: '100000',
    })
    page = frontEnd(gateway.url)
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.call('POST', '/v1/auth/register', { email: `known-${round}@example.org`, password: PASSWORD })
    }
  })
  after(async () => {
    await gateway.end('SIGKILL')
    await dataDir.remove()
  })

  const compare = async (path: string, fields: Readonly<Record<string, unknown>>): Promise<void> => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const answers = new Set<string>()
    const ask = async (who: 'known' | 'unknown', email: string): Promise<void> => {
      const { value, ms } = await timed(() => page.call('POST', path, { email, ...fields }))
      const { status, body } = value
      times[who].push(ms)
      answers.add(JSON.stringify([status, body]))
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      // Taken in turns, so that what slows the machine down slows both; each address once, since mail to one is
      // limited.
      await ask('known', `known-${round}@example.org`)
      await ask('unknown', `unknown-${round}@example.org`)
    }
    expect([...answers]).to.have.length(1)
    expect(median(times.known) / median(times.unknown)).to.be.within(1 / MOST_RATIO, MOST_RATIO)
  }

  it('get the same answer in the same time when a wrong password is tried', async () => {
    await compare('/v1/auth/login', { password: 'six large white dogs' })
  })

  it('get the same answer in the same time when a client requests a password reset', async () => {
    await compare('/v1/auth/forgot-password', {})
  })
})
