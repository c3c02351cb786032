import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '../schema/schema.ts'

/** A table whose rows are deleted some time after the moment that one of their columns tells. */
type PrunedTable = 'outgoing_mail' | 'sessions' | 'one_time_tokens' | 'used_identity_tokens' | 'webhook_deliveries'

interface OldRows<T extends PrunedTable> {
  readonly table: T
  readonly key: keyof Database[T] & string
  readonly at: keyof Database[T] & string
}

/**
 * Deletes at most `limit` rows whose moment is before `before` and returns how many. It waits for no lock: a row that
 * another transaction has locked is left for the next time.
 */
export const prune = async <T extends PrunedTable>(
  db: Kysely<Database>,
  { table, key, at }: OldRows<T>,
  before: Date,
  limit: number,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    with old as (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(at)} < ${before}
       limit ${limit} for update skip locked)
    delete from ${sql.table(table)} where ${sql.ref(key)} in (select ${sql.ref(key)} from old)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
