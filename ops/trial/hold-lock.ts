import pg from 'pg'
import type { Installation } from './installation.ts'

/** Runs a statement that locks in a transaction of its own; answers how to end that, and the lock with it. */
export const holdLock = async (
  { database }: Installation,
  statement: string,
  values: readonly string[] = [],
): Promise<() => Promise<void>> => {
  const client = new pg.Client({ connectionString: database.url ?? '' })
  await client.connect()
  await client.query('begin')
  await client.query(statement, [...values])
  return async () => {
    await client.query('rollback')
    await client.end()
  }
}
