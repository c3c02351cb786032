import { expect } from 'chai'
import { sql } from 'kysely'
import { migrate, schemaStatus } from '../../../../src/adapters/persistence/engine/migrations-runner.ts'
import { MIGRATION_OPTIONS, openPostgres } from '../../../../src/adapters/persistence/engine/postgres.ts'
import { describeOnDatabases, emptyPostgres } from '../../../support/servers/databases.ts'

describeOnDatabases('migrations', (database) => {
  it('are complete on a migrated database, and running them again changes nothing', async () => {
    expect(await schemaStatus(database().db)).to.deep.equal({ tag: 'current' })
    expect(await migrate(database().db)).to.deep.equal([])
  })

  it('read int8 as bigint beyond what a double can hold', async () => {
    const { rows } = await sql<{ big: bigint }>`select 9007199254740993::bigint as big`.execute(database().db)
    expect(rows[0]?.big).to.equal(9_007_199_254_740_993n)
  })

  it('know a database of a newer release', async () => {
    const { db } = database()
    await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '')`.execute(db)
    expect(await schemaStatus(db)).to.deep.equal({ tag: 'ahead', unknown: ['9999-future'] })
    const error: unknown = await migrate(db).catch((reason: unknown) => reason)
    expect(error).to.be.an.instanceOf(Error)
    await sql`delete from kysely_migration where name = '9999-future'`.execute(db)
  })
})

describe('migrations of an empty database', () => {
  it('may start at once: each migration is applied once', async () => {
    const empty = await emptyPostgres()
    const instances = await Promise.all([1, 2, 3].map(() => openPostgres(empty.url, MIGRATION_OPTIONS)))
    const [first] = instances
    if (first === undefined) throw new Error('not opened')
    const before = await schemaStatus(first.db)
    const applied = await Promise.all(instances.map(({ db }) => migrate(db)))
    expect(applied.filter((names) => names.length > 0)).to.deep.equal([before.tag === 'empty' ? before.missing : []])
    expect(await schemaStatus(first.db)).to.deep.equal({ tag: 'current' })
    await Promise.all(instances.map((instance) => instance.close()))
    await empty.drop()
  })

  it('that fail are an error and leave nothing behind', async () => {
    const empty = await emptyPostgres()
    const instance = await openPostgres(empty.url, MIGRATION_OPTIONS)
    // A table that is in the way of the second migration.
    await sql`create table transfers (id int)`.execute(instance.db)
    const error: unknown = await migrate(instance.db).catch((reason: unknown) => reason)
    expect(error instanceof Error && error.message).to.equal('database migration failed at 0002-ledger')
    expect((await schemaStatus(instance.db)).tag).to.equal('empty')
    const { rows } = await sql`select from pg_tables where tablename in ('users', 'accounts')`.execute(instance.db)
    expect(rows).to.deep.equal([])
    await instance.close()
    await empty.drop()
  })
})

describe('a database that cannot be reached', () => {
  it('is an error at the first statement, within the time to connect', async () => {
    const unreachable = await openPostgres('postgres://nobody@127.0.0.1:1/nowhere', { connectTimeoutMs: 500 })
    const error: unknown = await sql`select 1`.execute(unreachable.db).catch((reason: unknown) => reason)
    expect(error).to.be.an.instanceOf(Error)
    await unreachable.close()
  })
})
