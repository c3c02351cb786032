import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { sql } from 'kysely'
import { kyselyInstances } from '../../../src/adapters/persistence/instances/instances.ts'
import type { InstanceStore } from '../../../src/application/ports/process/instance-store.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { memoryInstances } from '../../twins/process/instances.ts'
import { rejects } from '../billing/billing-stores.ts'

const contract = (open: () => InstanceStore): void => {
  const began = async (): Promise<string> => {
    const id = randomUUID()
    await open().begin(id)
    return id
  }
  const beatOf = async (id: string): Promise<number | undefined> =>
    (await open().living()).find(({ instance }) => instance === id)?.beat

  it('lists those that live with their beats', async () => {
    const id = await began()
    const first = await beatOf(id)
    expect(await open().beat(id)).to.equal(true)
    expect(await beatOf(id)).to.equal((first ?? 0) + 1)
  })

  it('ends one for ever: it neither beats nor begins again', async () => {
    const id = await began()
    await open().end(id)
    expect(await open().beat(id)).to.equal(false)
    expect(await beatOf(id)).to.equal(undefined)
    expect(await rejects(open().begin(id))).to.equal(true)
    await open().end(id)
  })

  it('knows no beat of one that never began', async () => {
    expect(await open().beat(randomUUID())).to.equal(false)
  })

  it('ends a silent one once, however many ask, and none that has beaten since', async () => {
    const [silent, alive] = [await began(), await began()]
    const seen = await open().living()
    await open().beat(alive)
    const mine = seen.filter(({ instance }) => instance === silent || instance === alive)
    const ended = await Promise.all([...mine, ...mine, ...mine].map((each) => open().endSilent(each)))
    expect(ended.filter(Boolean)).to.have.lengthOf(1)
    expect(await beatOf(silent)).to.equal(undefined)
    expect(await beatOf(alive)).to.equal(1)
  })

  it('ends all others of an installation of one process', async () => {
    const mine = await began()
    await open().endOthers(mine)
    await Promise.all([began(), began()])
    expect(await open().endOthers(mine)).to.equal(2)
    expect((await open().living()).map(({ instance }) => instance)).to.deep.equal([mine])
  })
}

describe('the instance store in memory', () => {
  const store = memoryInstances()
  contract(() => store)
})

describeOnDatabases('the instance store', (database) => {
  contract(() => kyselyInstances(database().db))

  it('never gives a second life to an instance', async () => {
    const id = randomUUID()
    const { db } = database()
    await kyselyInstances(db).begin(id)
    await kyselyInstances(db).end(id)
    expect(await rejects(db.updateTable('instances').set({ ended_at: null }).where('id', '=', id).execute())).to.equal(
      true,
    )
  })

  it('deletes those that ended more than thirty days ago, and keeps the others: the audit names them', async () => {
    const { db } = database()
    const ended = (days: number) => ({ id: randomUUID(), ended_at: sql<Date>`now() - ${days} * interval '1 day'` })
    const [old, kept] = [ended(31), ended(29)]
    await db.insertInto('instances').values([old, kept]).execute()
    await kyselyInstances(db).begin(randomUUID())
    const left = await db.selectFrom('instances').select('id').where('id', 'in', [old.id, kept.id]).execute()
    expect(left).to.deep.equal([{ id: kept.id }])
  })
})
