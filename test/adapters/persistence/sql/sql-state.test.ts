import { expect } from 'chai'
import { sql } from 'kysely'
import { lacksPartition } from '../../../../src/adapters/persistence/sql/sql-state.ts'
import { describeOnDatabases } from '../../../support/servers/databases.ts'

/** The same error as a server with another `lc_messages` writes it. */
const inRussian = (error: unknown): unknown => {
  if (!(error instanceof Error)) throw new Error('the database refused nothing')
  error.message = 'для строки не найдена секция в отношении'
  return error
}

describeOnDatabases('a row that the database refuses', (database) => {
  before(async () => {
    const { db } = database()
    await sql`create table months (at int, constraint at_is_positive check (at > 0)) partition by range (at)`.execute(
      db,
    )
    await sql`create table first_month partition of months for values from (0) to (10)`.execute(db)
  })

  const refusal = async (table: string, at: number): Promise<unknown> =>
    inRussian(
      await sql`insert into ${sql.table(table)} values (${sql.lit(at)})`
        .execute(database().db)
        .catch((e: unknown) => e),
    )

  it('lacks a partition, whatever the language of the server', async () => {
    const error = await refusal('months', 10)
    expect(lacksPartition(error, 'months')).to.equal(true)
    expect(lacksPartition(error, 'years'), 'of another table').to.equal(false)
  })

  it('lacks none where it broke a check or was meant for another partition', async () => {
    expect(lacksPartition(await refusal('months', 0), 'months')).to.equal(false)
    expect(lacksPartition(await refusal('first_month', 10), 'months')).to.equal(false)
    expect(lacksPartition(new Error('no partition of relation'), 'months')).to.equal(false)
  })
})
