import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../src/adapters/persistence/engine/migrations-runner.ts'
import { MIGRATION_OPTIONS, openPostgres } from '../src/adapters/persistence/engine/postgres.ts'

const DEFAULT_URL = 'postgres://postgres@127.0.0.1:5432/postgres'

/** Runs on a migrated database of its own on the server of the tests, which it drops. */
export const withOwnDatabase = async <A>(work: (url: string) => Promise<A>, server?: string): Promise<A> => {
  const url = server ?? process.env['TEST_DATABASE_URL'] ?? DEFAULT_URL
  const name = `gateway_bench_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  try {
    await admin.query(`create database ${name}`)
    const own = new URL(url)
    own.pathname = `/${name}`
    const migrating = await openPostgres(own.href, MIGRATION_OPTIONS)
    await migrate(migrating.db)
    await migrating.close()
    return await work(own.href)
  } finally {
    await admin.query(`drop database if exists ${name} with (force)`)
    await admin.end()
  }
}
