import { sqlState } from './sql-state.ts'

/**
 * What a failed transaction means:
 * `refused`: the data broke a rule of the database (SQLSTATE 22, 23) and will again;
 * `conflict`: undone for the sake of another transaction, may be tried again at once;
 * `locked`: another transaction held a row for too long;
 * `unavailable`: the server or the way to it is in trouble, and whether a commit happened is unknown;
 * `defect`: the statement itself is wrong.
 */
type DatabaseFailure = 'refused' | 'conflict' | 'locked' | 'unavailable' | 'defect'

const BY_CLASS: Readonly<Record<string, DatabaseFailure>> = {
  '08': 'unavailable',
  '22': 'refused',
  '23': 'refused',
  '25': 'unavailable',
  '40': 'conflict',
  '53': 'unavailable',
  '55': 'locked',
  '57': 'unavailable',
  '58': 'unavailable',
}

/** Errors without an SQLSTATE come from the driver: refused, reset, timed out. */
export const databaseFailureOf = (error: unknown): DatabaseFailure => {
  const state = sqlState(error)
  return state === null ? 'unavailable' : (BY_CLASS[state.slice(0, 2)] ?? 'defect')
}
