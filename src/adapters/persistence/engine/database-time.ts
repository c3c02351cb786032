import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { DatabaseTime } from '../../../application/ports/process/database-time.ts'
import type { Database } from '../schema/schema.ts'

export const kyselyDatabaseTime =
  (db: Kysely<Database>): DatabaseTime =>
  async () => {
    const { rows } = await sql<{ ms: string }>`
      select floor(extract(epoch from clock_timestamp()) * 1000)::text as ms`.execute(db)
    return Number(rows[0]?.ms)
  }
