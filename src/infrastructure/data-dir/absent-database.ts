import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../config/config.ts'

/** Every PostgreSQL data directory holds this file. */
const MARK = 'PG_VERSION'

/** Whether the embedded database would have to be made. What stands on a server is asked for there. */
export const isAbsent = (database: DatabaseConfig): boolean =>
  database.engine === 'pglite' && !existsSync(join(database.dataDir, MARK))

/** One sentence for a command that finds nothing to work on: it may have been given other variables than the server. */
export const describeAbsence = (database: DatabaseConfig): string => {
  const where = database.engine === 'pglite' ? `there is no database in ${database.dataDir}` : 'this database is empty'
  return `${where}: only serve and migrate make a new one; set DATABASE_URL and DATA_DIR as the server has them`
}
