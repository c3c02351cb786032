import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'

const PING_TIMEOUT_MS = 2_000

/** Whether the database answers a query, within two seconds. */
export const pingDatabase = async ({ db }: Pick<OpenDatabase, 'db'>): Promise<boolean> => {
  const over = new AbortController()
  const answers = sql`select 1`.execute(db).then(
    () => true,
    () => false,
  )
  const tooLate = pause(PING_TIMEOUT_MS, false, { signal: over.signal, ref: false }).catch(() => false)
  try {
    return await Promise.race([answers, tooLate])
  } finally {
    over.abort()
  }
}
