import { expect } from 'chai'
import pg from 'pg'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

/** Twice as many as a process has connections for requests. */
const READERS = 24

describe('while PostgreSQL is there and comes to nothing', () => {
  let world: GatewayWorld
  before(async () => {
    world = await WORLDS.PostgreSQL()
  })
  after(() => world.remove())

  it('a request is refused as overloaded, for a second, and never as if the database were away', async () => {
    const gateway = await world.start()
    const customer = await makeCustomer(gateway.url, '1')
    const read = () =>
      fetch(`${gateway.url}/v1/me/webhooks`, { headers: { authorization: `Bearer ${customer.accessToken}` } })
    expect((await read()).status).to.equal(200)
    const other = new pg.Client({ connectionString: world.database?.url ?? '' })
    await other.connect()
    await other.query('begin')
    await other.query('lock table webhooks in access exclusive mode')

    const answers = await Promise.all([
      ...Array.from({ length: READERS }, read),
      ...Array.from({ length: 4 }, () => fetch(`${gateway.url}/v1/health/db`)),
    ])
    const refused = answers.filter(({ ok }) => !ok)
    expect(refused.length).to.be.at.least(READERS)
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).to.deep.equal([503, '1'])
      expect(await answer.text())
        .to.contain('overloaded')
        .and.not.to.contain('cannot reach')
    }
    expect(gateway.output()).to.contain('a request was refused: every connection to the database was busy')
    expect(gateway.output()).not.to.contain('the database is away')

    await other.query('rollback')
    await other.end()
    expect((await read()).status).to.equal(200)
  })
})
