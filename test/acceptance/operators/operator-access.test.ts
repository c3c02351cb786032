import { expect } from 'chai'
import type { Customer } from '../../support/accounts/customer.ts'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { fetchRoutes } from '../../support/chat/bad-input.ts'
import type { Route } from '../../support/chat/bad-input.ts'
import { WORLD_NAMES, WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'
import { carryOut } from '../../support/processes/gateway-process.ts'
import { timed } from '../../support/timed.ts'

/** Four times what it should be: without it a session goes on for a quarter of an hour. */
const FIVE_SECONDS_ON_A_BUSY_MACHINE_MS = 20_000

const UUID = '01890000-0000-7000-8000-000000000000'

interface Action {
  readonly operator: string
  readonly command: string
  readonly subject: string | null
  readonly arguments: Readonly<Record<string, string>>
  readonly succeeded: boolean
}

for (const name of WORLD_NAMES) {
  describe(`the interface of operators on ${name}`, () => {
    let world: GatewayWorld
    let url: string
    let user: Customer
    let operator: Operator
    let routes: readonly Route[]

    before(async () => {
      world = await WORLDS[name]()
      url = (await world.serve()).url
      user = await world.customer(url, '5')
      operator = await makeOperator(world, url)
      routes = (await fetchRoutes(url)).filter(({ path }) => path.startsWith('/v1/operator'))
    })
    after(() => world.remove())

    /** What every endpoint answers to a credential. */
    const answers = (authorization: string | null): Promise<readonly (readonly [string, number, unknown])[]> =>
      Promise.all(
        routes.map(async ({ method, path }) => {
          const headers: Record<string, string> = authorization === null ? {} : { authorization }
          const response = await fetch(`${url}${path.replaceAll(/:\w+/g, UUID)}`, { method, headers })
          const body = (await response.json()) as { readonly code?: unknown }
          return [`${method} ${path}`, response.status, body.code] as const
        }),
      )
    const everywhere = (status: number, code: string) =>
      routes.map(({ method, path }) => [`${method} ${path}`, status, code])

    it('is closed to a user, at every endpoint', async () => {
      expect(routes.length).to.be.above(0)
      expect(await answers(`Bearer ${user.accessToken}`)).to.deep.equal(everywhere(403, 'forbidden'))
    })

    it('is closed without a session and to every API key, at every endpoint', async () => {
      const made = await fetch(`${url}/v1/me/api-keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${operator.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'of the operator' }),
      })
      const { key } = (await made.json()) as { readonly key: string }
      for (const credential of [null, 'Bearer x', `Bearer ${key}`, `Bearer ${user.apiKey}`]) {
        expect(await answers(credential)).to.deep.equal(everywhere(401, 'unauthenticated'))
      }
    })

    it('is open to an operator, at every endpoint', async () => {
      const statuses = (await answers(`Bearer ${operator.accessToken}`)).map(([, status]) => status)
      expect(statuses).not.to.include(401).and.not.to.include(403)
    })

    it('tells in the profile who is an operator', async () => {
      const isOperator = async (token: string): Promise<unknown> => {
        const response = await fetch(`${url}/v1/me`, { headers: { authorization: `Bearer ${token}` } })
        return ((await response.json()) as { readonly is_operator: unknown }).is_operator
      }
      expect(await isOperator(operator.accessToken)).to.equal(true)
      expect(await isOperator(user.accessToken)).to.equal(false)
    })

    it('lists what was done at the command line, by operator and by subject', async () => {
      const page = async (query: string): Promise<readonly Action[]> => {
        const response = await operator.ask(`/actions${query}`)
        expect(response.status).to.equal(200)
        return ((await response.json()) as { readonly data: readonly Action[] }).data
      }
      const [granted, credited] = await page('')
      expect(granted).to.deep.include({ command: 'users grant', succeeded: true })
      expect(granted?.arguments).to.deep.equal({ email: operator.email, role: 'operator' })
      expect(credited).to.deep.include({ command: 'users credit', succeeded: true })
      expect(await page(`?subject=${granted?.subject ?? ''}`)).to.deep.equal([granted])
      expect(await page('?operator=nobody')).to.deep.equal([])
      expect((await page(`?operator=${encodeURIComponent(granted?.operator ?? '')}`)).length).to.be.above(1)
    })

    it('pages through the actions, and takes no cursor of another list', async () => {
      const first = await operator.ask('/actions?limit=1')
      const { data, next_cursor: cursor } = (await first.json()) as { data: Action[]; next_cursor: string }
      const second = await operator.ask(`/actions?limit=1&cursor=${cursor}`)
      const { data: next } = (await second.json()) as { data: Action[] }
      expect([...data, ...next].map(({ command }) => command)).to.deep.equal(['users grant', 'users credit'])
      expect((await operator.ask('/actions?cursor=x')).status).to.equal(400)
    })

    it('grants the role to no account whose address is not verified', async () => {
      const refused = await carryOut(['users', 'grant', user.email, 'operator'], world.environment)
      expect(refused.exit).to.equal(1)
      expect(refused.stderr).to.contain('is not verified')
      expect(await answers(`Bearer ${user.accessToken}`)).to.deep.equal(everywhere(403, 'forbidden'))
    })

    it('is closed to a revoked operator within five seconds, in the session that was open', async () => {
      const revoked = await carryOut(['users', 'revoke', operator.email, 'operator'], world.environment)
      expect(revoked.exit).to.equal(0)
      const closed = await timed(() => eventually(async () => (await operator.ask('/actions')).status === 403))
      expect(closed.ms).to.be.below(FIVE_SECONDS_ON_A_BUSY_MACHINE_MS)
    })
  })
}
