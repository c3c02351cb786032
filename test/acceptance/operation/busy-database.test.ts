import { expect } from 'chai'
import pg from 'pg'
import { makeCustomer } from '../../support/accounts/customer.ts'
import { eventually } from '../../support/eventually.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

/** Twice as many as a process has connections for requests. */
const READERS = 24

const BUSY = 'a request was refused: the database was busy'
const NOT_LOGGED = ['the database is away', 'a request failed unexpectedly']

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
    try {
      await other.query('begin')
      await other.query('lock table webhooks in access exclusive mode')

      const answers = await Promise.all([
        ...Array.from({ length: READERS }, read),
        ...Array.from({ length: 4 }, () => fetch(`${gateway.url}/v1/health/db`)),
      ])
      const refused = await Promise.all(
        answers
          .filter(({ ok }) => !ok)
          .map(async (answer) => [answer.status, answer.headers.get('retry-after'), await answer.text()] as const),
      )
      expect(refused.length).to.be.at.least(READERS)
      for (const [status, retryAfter, text] of refused) {
        expect([status, retryAfter], text).to.deep.equal([503, '1'])
        expect(text).to.contain('overloaded').and.not.to.contain('cannot reach')
      }
      // What a process logs may come after its answers.
      await eventually(async () => gateway.output().split(BUSY).length > READERS)
      for (const words of NOT_LOGGED) expect(gateway.output()).not.to.contain(words)
      await other.query('rollback')
    } finally {
      await other.end()
    }
    expect((await read()).status).to.equal(200)
  })
})
