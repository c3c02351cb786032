import type { OpenDatabase } from '../adapters/persistence/database.ts'
import { migrate, schemaStatus } from '../adapters/persistence/migrations-runner.ts'
import { openPglite } from '../adapters/persistence/pglite.ts'
import { MIGRATION_OPTIONS, openPostgres } from '../adapters/persistence/postgres.ts'
import type { DatabaseConfig } from './config/config.ts'
import { StartRefused } from './failures/start-refused.ts'
import type { Log } from './logging.ts'

const refuseNewer = async ({ db }: Pick<OpenDatabase, 'db'>): Promise<void> => {
  const status = await schemaStatus(db)
  if (status.tag === 'ahead') {
    throw new StartRefused(
      `the database was migrated by a newer release (${status.unknown.join(', ')}); this one will not touch it`,
    )
  }
}

const migrateOpen = async (database: OpenDatabase, log: Log): Promise<void> => {
  await refuseNewer(database)
  const applied = await migrate(database.db)
  if (applied.length > 0) log.info({ applied }, 'migrations applied')
}

/** Brings the schema up to date. Safe while other instances serve and while they migrate too. */
export const migrateDatabase = async (config: DatabaseConfig, log: Log): Promise<void> => {
  const database =
    config.engine === 'pglite' ? await openPglite(config.dataDir) : await openPostgres(config.url, MIGRATION_OPTIONS)
  try {
    await migrateOpen(database, log)
  } finally {
    await database.close()
  }
}

/** Opens the database with an up-to-date schema. Rejects when it cannot be reached or belongs to a newer release. */
export const openMigrated = async (config: DatabaseConfig, log: Log): Promise<OpenDatabase> => {
  switch (config.engine) {
    case 'pglite': {
      const database = await openPglite(config.dataDir)
      await migrateOpen(database, log)
      return database
    }
    case 'postgresql': {
      await migrateDatabase(config, log)
      return openPostgres(config.url, {
        onIdleError: (err) => log.warn({ err }, 'an idle database connection broke'),
      })
    }
  }
}
