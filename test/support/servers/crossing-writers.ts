import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '../../../src/adapters/persistence/schema/schema.ts'
import { eventually } from '../eventually.ts'
import { openAgain } from './databases.ts'
import type { TestDatabase } from './databases.ts'

type Write = (db: Kysely<Database>) => Promise<unknown>

interface CrossingWriters {
  /** A transaction writes the row that is the first in the order of all processes, and the others once `both` waits. */
  readonly first: Write
  readonly others: Write
  /** Another process writes all of these rows. */
  readonly both: Write
}

const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'written',
    (error: unknown) => error,
  )

/**
 * How two writers of the same rows fare. Where the second one does not begin with the first row, each waits for the
 * other, and PostgreSQL fails one of them.
 */
export const crossWriters = async (
  database: TestDatabase,
  { first, others, both }: CrossingWriters,
): Promise<readonly unknown[]> => {
  const process = await openAgain(database)
  try {
    let writing: Promise<unknown> | undefined
    const transaction = database.db.transaction().execute(async (bound) => {
      await first(bound)
      writing = outcomeOf(both(process.db))
      await eventually(async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          database.db,
        )
        return rows.length > 0
      })
      await others(bound)
    })
    return [await outcomeOf(transaction), await writing]
  } finally {
    await process.close()
  }
}
