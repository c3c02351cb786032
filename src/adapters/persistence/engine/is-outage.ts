import { DatabaseAway } from './database-away.ts'
import { DatabaseBusy } from './database-busy.ts'
import { databaseFailureOf } from '../sql/database-failure.ts'
import { sqlState } from '../sql/sql-state.ts'

const SOCKET_CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'])

/** What the PostgreSQL driver says of a lost connection, for which it has no codes. */
const DRIVER_WORDS = /connection terminated|connection error and is not queryable|query read timeout/i

/**
 * Whether an exception says that the database cannot be reached or will not serve now, as opposed to a defect
 * of this program. Every attempt of one connect is looked at (a host may have several addresses).
 */
export const isOutage = (error: unknown): boolean => {
  if (error instanceof AggregateError && error.errors.some(isOutage)) return true
  if (error instanceof DatabaseAway || error instanceof DatabaseBusy) return true
  if (!(error instanceof Error)) return false
  if (sqlState(error) !== null) return databaseFailureOf(error) === 'unavailable'
  const code = 'code' in error ? error.code : null
  return (typeof code === 'string' && SOCKET_CODES.has(code)) || DRIVER_WORDS.test(error.message)
}
