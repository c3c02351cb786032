import { expect } from 'chai'
import { sql } from 'kysely'
import { makeOperator } from '../../support/accounts/operator.ts'
import type { Operator } from '../../support/accounts/operator.ts'
import { eventually } from '../../support/eventually.ts'
import { startWorker } from '../../support/processes/gateway-process.ts'
import { WORLDS } from '../../support/gateway-worlds.ts'
import type { GatewayWorld } from '../../support/gateway-worlds.ts'

interface Process {
  readonly process: string
  readonly role: string
  readonly state: string
  readonly runs: number
  readonly failures: number
  readonly last_run: { readonly took_ms: number; readonly succeeded: boolean } | null
  readonly next_run_at: number | null
  readonly last_counts: Readonly<Record<string, number>> | null
  readonly last_failure: { readonly message: string } | null
}

interface Job {
  readonly name: string
  readonly scope: string
  readonly every_ms: number
  readonly processes: readonly Process[]
}

const read = async (operator: Operator): Promise<readonly Job[]> => {
  const response = await operator.ask('/jobs')
  expect(response.status).to.equal(200)
  return ((await response.json()) as { readonly data: readonly Job[] }).data
}

const processesOf = async (operator: Operator, name: string): Promise<readonly Process[]> =>
  (await read(operator)).find((job) => job.name === name)?.processes ?? []

describe('the standing work, as operators see it', () => {
  describe('of a server that does all of it', () => {
    let world: GatewayWorld
    let operator: Operator

    before(async () => {
      world = await WORLDS['the embedded database']()
      operator = await makeOperator(world, (await world.start()).url)
    })
    after(() => world.remove())

    it('is listed with when each job ran, what it did and when it runs next', async () => {
      await eventually(async () => (await processesOf(operator, 'send mail'))[0]?.last_run?.succeeded === true, 200)
      const jobs = await read(operator)
      expect(jobs.map(({ name }) => name)).to.include.members([
        'count usage',
        'deliver webhooks',
        'prune sessions',
        'show that the process lives',
        'sweep holds',
      ])
      const mail = jobs.find(({ name }) => name === 'send mail')
      expect(mail).to.include({ scope: 'installation', every_ms: 1_000 })
      expect(mail?.processes).to.have.lengthOf(1)
      const [process] = mail?.processes ?? []
      expect(process).to.include({ role: 'server', failures: 0, last_failure: null })
      expect(process?.runs).to.be.above(0)
      expect(process?.last_counts).to.have.all.keys('done')
      const sweep = (await processesOf(operator, 'prune sessions'))[0]
      expect(sweep).to.include({ state: 'waiting', runs: 0, last_run: null, last_counts: null })
      expect(sweep?.next_run_at, 'in ten minutes').to.be.above(Date.now() / 1_000)
    })
  })

  describe('of a worker beside a server', () => {
    let world: GatewayWorld
    let operator: Operator
    let worker: Awaited<ReturnType<typeof startWorker>>

    before(async () => {
      world = await WORLDS.PostgreSQL()
      const { url } = await world.start({ WORKER: 'off' })
      worker = await startWorker({ ...world.environment, WORKER: 'off' })
      operator = await makeOperator(world, url)
    })
    after(async () => {
      await worker.end('SIGKILL')
      await world.remove()
    })

    it('is seen by the server: what the worker does, why it failed, and that it has gone', async () => {
      await eventually(async () => (await processesOf(operator, 'sweep holds')).length === 1, 200)
      expect((await processesOf(operator, 'sweep holds'))[0]).to.include({ role: 'worker' })
      expect((await processesOf(operator, 'show that the process lives'))[0]).to.include({ role: 'server' })
      expect((await processesOf(operator, 'look for late work'))[0]).to.include({ role: 'server' })

      const { db } = world.database ?? {}
      if (db === undefined) throw new Error('its rows cannot be reached')
      await sql`alter table webhook_deliveries rename to hidden_deliveries`.execute(db)
      const failed = async () => (await processesOf(operator, 'deliver webhooks'))[0]
      await eventually(async () => (await failed())?.last_failure !== null, 200)
      await sql`alter table hidden_deliveries rename to webhook_deliveries`.execute(db)
      expect((await failed())?.last_failure?.message).to.include('webhook_deliveries')
      await eventually(async () => (await failed())?.last_run?.succeeded === true, 200)
      expect((await failed())?.failures, 'the failure is kept').to.be.above(0)

      await worker.end('SIGKILL')
      await sql`update standing_jobs set reported_at = reported_at - interval '2 minutes' where role = 'worker'`.execute(
        db,
      )
      const gone = await processesOf(operator, 'sweep holds')
      expect(gone.map(({ state, next_run_at: next }) => [state, next])).to.deep.equal([['gone', null]])
    })
  })
})
