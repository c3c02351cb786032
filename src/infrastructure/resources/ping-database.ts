import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseHealth } from '../../adapters/http/service/read-database-health.ts'
import { DatabaseBusy } from '../../adapters/persistence/engine/database-busy.ts'
import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'

/** Longer than a caller waits for a connection, so that a busy database is not taken for one that is away. */
const PING_TIMEOUT_MS = 2_500

/** Whether the database answers a query, within two and a half seconds. */
export const pingDatabase = async ({ db }: Pick<OpenDatabase, 'db'>): Promise<DatabaseHealth> => {
  const over = new AbortController()
  const answers = sql`select 1`.execute(db).then(
    () => 'ok' as const,
    (error: unknown) => (error instanceof DatabaseBusy ? 'busy' : 'away'),
  )
  const tooLate = pause(PING_TIMEOUT_MS, 'away' as const, { signal: over.signal, ref: false }).catch(
    () => 'away' as const,
  )
  try {
    return await Promise.race([answers, tooLate])
  } finally {
    over.abort()
  }
}
