import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { DatabaseHealth } from '../../adapters/http/service/read-database-health.ts'
import { isBusy } from '../../adapters/persistence/engine/database-busy.ts'
import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'

const PING_TIMEOUT_MS = 2_500

/**
 * Whether the database answers a query, within two and a half seconds. Where it answers too late it is called away only
 * if it is known to be.
 */
export const pingDatabase = async ({
  db,
  presence,
}: Pick<OpenDatabase, 'db' | 'presence'>): Promise<DatabaseHealth> => {
  const over = new AbortController()
  const answers = sql`select 1`.execute(db).then(
    () => 'ok' as const,
    (error: unknown) => (isBusy(error) ? 'busy' : 'away'),
  )
  const tooLate = pause(PING_TIMEOUT_MS, null, { signal: over.signal, ref: false })
    .catch(() => null)
    .then(() => (presence.isAway() ? 'away' : 'busy'))
  try {
    return await Promise.race([answers, tooLate])
  } finally {
    over.abort()
  }
}
