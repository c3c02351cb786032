/**
 * PostgreSQL's five-character error code, if `error` came from the server. Both engines put it in `code`, where
 * Node puts names like EPIPE, which hold no digit.
 */
export const sqlState = (error: unknown): string | null => {
  if (!(error instanceof Error) || !('code' in error)) return null
  const { code } = error
  return typeof code === 'string' && /^(?=.*\d)[0-9A-Z]{5}$/.test(code) ? code : null
}

/** A write on a server that takes none. */
export const READ_ONLY = '25006'
/** The transaction was undone because another one came first; `ledger_stale` fails with it too. */
export const SERIALIZATION_FAILURE = '40001'
export const DEADLOCK = '40P01'
export const FOREIGN_KEY_VIOLATION = '23503'
export const UNIQUE_VIOLATION = '23505'
/** Another transaction kept a row or a table for longer than a statement waits for it. */
export const LOCK_NOT_AVAILABLE = '55P03'
/** A statement took longer than it may. */
export const QUERY_CANCELED = '57014'
/** An operator ended the session, or the server shuts down. */
export const ADMIN_SHUTDOWN = '57P01'
/** Another session crashed, and the server ends all of them. */
export const CRASH_SHUTDOWN = '57P02'
export const TOO_MANY_CONNECTIONS = '53300'
const CHECK_VIOLATION = '23514'

/**
 * Whether a statement was refused because what it gives is not what it gave when it was prepared: a migration has added
 * a column since. The server names the place in its code that refused, in one language.
 */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof Error && 'routine' in error && error.routine === 'RevalidateCachedQuery'

/** The constraint that refused, e.g. a unique index by its name. */
export const refusingConstraint = (error: unknown): string | null =>
  error instanceof Error && 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : null

/**
 * Whether a row of this partitioned table has no partition to go to. The server tells it as the violation of a check
 * that has no name; its words are in the language of its `lc_messages`.
 */
export const lacksPartition = (error: unknown, table: string): boolean =>
  sqlState(error) === CHECK_VIOLATION &&
  error instanceof Error &&
  'table' in error &&
  error.table === table &&
  refusingConstraint(error) === null
