import { promises as fs } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Database } from '../schema/schema.ts'

const FOLDER = path.join(import.meta.dirname, '../../../../migrations')

const migratorOf = (db: Kysely<Database>): Migrator =>
  new Migrator({
    db,
    // Numbers are given out before the work, so a migration may follow one with a greater number.
    allowUnorderedMigrations: true,
    provider: new FileMigrationProvider({
      fs,
      path,
      migrationFolder: FOLDER,
      import: (file) => import(pathToFileURL(file).href),
    }),
  })

/**
 * Brings the schema up to date and returns the names of the migrations applied now. Two instances may
 * call it at once: one applies, the other waits for it. Rejects if any migration failed; all of one call
 * stand in one transaction, so a failed call changed nothing.
 */
export const migrate = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const { error, results } = await migratorOf(db).migrateToLatest()
  const failed = results?.find((result) => result.status === 'Error')
  if (error !== undefined) {
    const where = failed === undefined ? '' : ` at ${failed.migrationName}`
    throw new Error(`database migration failed${where}`, { cause: error })
  }
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

type SchemaStatus =
  | { readonly tag: 'current' }
  /** No migration was ever applied. */
  | { readonly tag: 'empty'; readonly missing: readonly string[] }
  | { readonly tag: 'behind'; readonly missing: readonly string[] }
  /** Migrated by a newer release: this one must not serve on it. */
  | { readonly tag: 'ahead'; readonly unknown: readonly string[] }

/** Compares the database with the migrations this release brings. Changes nothing. */
export const schemaStatus = async (db: Kysely<Database>): Promise<SchemaStatus> => {
  const known = (await fs.readdir(FOLDER)).filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3))
  const applied = await appliedMigrations(db)
  const unknown = applied.filter((name) => !known.includes(name))
  if (unknown.length > 0) return { tag: 'ahead', unknown }
  const missing = known.filter((name) => !applied.includes(name)).toSorted()
  if (missing.length === 0) return { tag: 'current' }
  return { tag: applied.length === 0 ? 'empty' : 'behind', missing }
}

const appliedMigrations = async (db: Kysely<Database>): Promise<readonly string[]> => {
  const table = await sql<{ name: string | null }>`select to_regclass('kysely_migration') as name`.execute(db)
  if (table.rows[0]?.name === null) return []
  const rows = await db
    .withTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute()
  return rows.map((row) => row.name)
}
