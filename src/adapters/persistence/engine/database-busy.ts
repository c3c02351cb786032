import { LOCK_NOT_AVAILABLE, QUERY_CANCELED, sqlState } from '../sql/sql-state.ts'

/** All connections stayed in use for as long as a caller waits for one: what it asked for was not sent. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'

  constructor() {
    super('no connection to the database became free in time')
  }
}

/** Whether an exception says that the database is there and did not come to this in time. */
export const isBusy = (error: unknown): boolean =>
  error instanceof DatabaseBusy || [LOCK_NOT_AVAILABLE, QUERY_CANCELED].includes(sqlState(error) ?? '')
