import { randomBytes } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { runGatewayCommand } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

const someKey = (): string => randomBytes(32).toString('base64')

describe('a database whose secrets are wrapped', () => {
  let world: GatewayWorld
  const masterKey = someKey()

  before(async () => (world = await WORLDS.PostgreSQL()))
  after(() => world.remove())

  const me = async (url: string, accessToken: string): Promise<number> => {
    const response = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${accessToken}` } })
    await response.body?.cancel()
    return response.status
  }
  const clearSecrets = async (): Promise<unknown> => {
    if (world.database === null) throw new Error('its rows cannot be reached')
    const found = await sql<{ clear: bigint }>`
      select (select count(*) from signing_keys where private_jwk is not null)
           + (select count(*) from session_secrets where secret is not null) as clear
    `.execute(world.database.db)
    return found.rows[0]?.clear
  }

  it('gets them wrapped at its first start with a key, and no user is signed out', async () => {
    const before = await world.start()
    expect(before.output()).to.contain('MASTER_KEY is not set')
    const { accessToken } = await makeCustomer(before.url, '0')
    await before.end('SIGTERM')
    expect(Number(await clearSecrets())).to.be.above(0)
    const after = await world.start({ MASTER_KEY: masterKey })
    expect(Number(await clearSecrets())).to.equal(0)
    expect(await me(after.url, accessToken)).to.equal(200)
    await after.end('SIGTERM')
  })

  it('is not served without the key, or with a wrong one, and one sentence gives the reason', async () => {
    for (const wrong of ['', someKey()]) {
      const refused = await runGatewayCommand(['serve'], { ...world.environment, MASTER_KEY: wrong })
      expect(refused.exit).to.equal(1)
      expect(refused.stderr.trim().split('\n')).to.have.length(1)
      expect(refused.stderr).to.contain('MASTER_KEY')
    }
  })

  it('runs commands that sign nothing without the key, and rotates signing keys only with it', async () => {
    const listed = await runGatewayCommand(['users', 'list'], world.environment)
    expect(listed.exit).to.equal(0)
    const refused = await runGatewayCommand(['signing-keys', 'rotate'], world.environment)
    expect(refused.exit).to.equal(1)
    const rotated = await runGatewayCommand(['signing-keys', 'rotate'], { ...world.environment, MASTER_KEY: masterKey })
    expect([rotated.exit, rotated.stderr]).to.deep.equal([0, ''])
    expect(Number(await clearSecrets())).to.equal(0)
  })
})
