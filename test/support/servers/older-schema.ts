import { promises as fs } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Kysely } from 'kysely'
import { FileMigrationProvider, Migrator } from 'kysely/migration'
import type { Database } from '../../../src/adapters/persistence/schema/schema.ts'

const FOLDER = path.join(import.meta.dirname, '../../../migrations')

/** Gives an empty database the tables that it had when this migration was the last one. */
export const migrateTo = async (db: Kysely<Database>, last: string): Promise<void> => {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(file).href)
  const provider = new FileMigrationProvider({ fs, path, migrationFolder: FOLDER, import: load })
  const { error } = await new Migrator({ db, provider }).migrateTo(last)
  if (error !== undefined) throw new Error('no older schema', { cause: error })
}
