import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'
import { migrate, schemaStatus } from '../../adapters/persistence/engine/migrations-runner.ts'
import { hostUrls } from '../../adapters/persistence/engine/database-hosts.ts'
import { openPglite } from '../../adapters/persistence/engine/pglite.ts'
import { MIGRATION_OPTIONS, openPostgres } from '../../adapters/persistence/engine/postgres.ts'
import type { PostgresOptions } from '../../adapters/persistence/engine/postgres.ts'
import { sessionFacts } from '../../adapters/persistence/engine/session-facts.ts'
import type { DatabaseConfig } from '../config/config.ts'
import { StartRefused } from '../failures/start-refused.ts'
import { describeAbsence } from '../data-dir/absent-database.ts'
import type { Log } from '../observability/logging.ts'

/** Which databases a process may migrate. Migrations are never undone, so a command on the rows migrates none. */
export type Migrates = 'empty_and_older' | 'older' | 'none'

const describeOlder = (missing: readonly string[]): string =>
  `the database is of an earlier release, and ${missing.length} migration(s) are missing, which are never undone: ` +
  'make a backup, then start the service or run migrate'

/** Whether migrations are missing. */
const needsMigrations = async (
  { db }: Pick<OpenDatabase, 'db'>,
  config: DatabaseConfig,
  migrates: Migrates,
): Promise<boolean> => {
  const status = await schemaStatus(db)
  if (status.tag === 'empty' && migrates !== 'empty_and_older') throw new StartRefused(describeAbsence(config))
  if (status.tag === 'behind' && migrates === 'none') throw new StartRefused(describeOlder(status.missing))
  if (status.tag === 'ahead') {
    throw new StartRefused(
      `the database was migrated by a newer release (${status.unknown.join(', ')}); this one will not touch it`,
    )
  }
  return status.tag !== 'current'
}

const migrateOpen = async (
  database: OpenDatabase,
  config: DatabaseConfig,
  log: Log,
  migrates: Migrates,
): Promise<void> => {
  // To look is cheap. To migrate reads the code of every migration and asks the database for all its tables.
  if (!(await needsMigrations(database, config, migrates))) return
  const applied = await migrate(database.db)
  if (applied.length > 0) log.info({ applied }, 'migrations applied')
}

/** Far longer than a connection takes on a machine that has fifteen times as much to do as it can. */
const COMMAND_CONNECT_MS = 10_000

/**
 * A command ends without its answer where it gets no connection, and its operator alone waits for it. Where the
 * URL names several servers, another one is asked soon.
 */
const timeoutOf = (url: string, migrates: Migrates): Pick<PostgresOptions, 'connectTimeoutMs'> =>
  migrates === 'none' && hostUrls(url).length === 1 ? { connectTimeoutMs: COMMAND_CONNECT_MS } : {}

/** Brings the schema up to date. Safe while other instances serve and while they migrate too. */
export const migrateDatabase = async (
  config: DatabaseConfig,
  log: Log,
  migrates: Migrates = 'empty_and_older',
): Promise<void> => {
  const database =
    config.engine === 'pglite'
      ? await openPglite(config.dataDir)
      : await openPostgres(config.url, { ...MIGRATION_OPTIONS, ...timeoutOf(config.url, migrates) })
  try {
    await migrateOpen(database, config, log, migrates)
  } finally {
    await database.close()
  }
}

const followPresence = ({ presence }: Pick<OpenDatabase, 'presence'>, log: Log): void => {
  presence.listen({
    onAway: () => log.error('the database is away: one prober asks for it, and every caller is refused at once'),
    onOtherServer: () => log.warn('another server than before takes the writes of the database'),
    onBack: (awayMs) => log.info({ awayMs: Math.round(awayMs) }, 'the database is back'),
  })
  // The first question learns which server takes the writes.
  presence.wonder()
}

const POOLED =
  'a pooler before the database drops the settings of sessions: point DATABASE_URL at PostgreSQL itself, or at a pooler in session mode that passes them on'

/** PgBouncer's words for settings that it does not pass on. */
const POOLER_REFUSES = /unsupported startup parameter/i

const refusePooler = async <A>(work: () => Promise<A>): Promise<A> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof Error && POOLER_REFUSES.test(error.message) ? new StartRefused(POOLED) : error
  }
}

/** Refuses sessions without their settings, and says what a failover keeps. */
const describeSessions = async (database: OpenDatabase, log: Log): Promise<void> => {
  const { hasSettings, isKeptByStandby } = await sessionFacts(database)
  if (!hasSettings) throw new StartRefused(POOLED)
  if (isKeptByStandby) log.info('a synchronous standby keeps every charge that was acknowledged')
  else log.info('no synchronous standby: a failover may lose the charges that were acknowledged last')
}

/** Does the work on a database that was just opened, and closes it where the work fails. */
const orClosed = async (database: OpenDatabase, work: () => Promise<void>): Promise<OpenDatabase> => {
  try {
    await work()
    return database
  } catch (error) {
    // What keeps it from closing would hide the cause.
    await database.close().catch(() => undefined)
    throw error
  }
}

/**
 * Opens the database with an up-to-date schema. Rejects when it cannot be reached, belongs to a newer release, or lacks
 * migrations that `migrates` does not allow; then nothing of it stays open.
 */
export const openMigrated = async (config: DatabaseConfig, log: Log, migrates: Migrates): Promise<OpenDatabase> => {
  switch (config.engine) {
    case 'pglite': {
      const database = await openPglite(config.dataDir)
      return orClosed(database, () => migrateOpen(database, config, log, migrates))
    }
    case 'postgresql': {
      await refusePooler(() => migrateDatabase(config, log, migrates))
      const database = await openPostgres(config.url, {
        ...timeoutOf(config.url, migrates),
        onIdleError: (err) => log.warn({ err }, 'an idle database connection broke'),
      })
      await orClosed(database, () => describeSessions(database, log))
      followPresence(database, log)
      return database
    }
  }
}
