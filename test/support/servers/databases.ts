import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '../../../src/adapters/persistence/engine/database.ts'
import { migrate } from '../../../src/adapters/persistence/engine/migrations-runner.ts'
import { openPglite } from '../../../src/adapters/persistence/engine/pglite.ts'
import { MIGRATION_OPTIONS, openPostgres } from '../../../src/adapters/persistence/engine/postgres.ts'
import { kyselyInstances } from '../../../src/adapters/persistence/instances/instances.ts'
import type { Database } from '../../../src/adapters/persistence/schema/schema.ts'
import { eventually } from '../eventually.ts'
import { copyTemplateDataDir } from '../processes/gateway-process.ts'
import { testServer } from './postgres-server.ts'
import type { PostgresServer } from './postgres-server.ts'

export type Engine = OpenDatabase['engine']

export const ENGINES: readonly Engine[] = ['pglite', 'postgresql']

export interface TestDatabase {
  readonly engine: Engine
  readonly db: Kysely<Database>
  readonly open: OpenDatabase
  /** Null on PGlite, which lives in this process's memory. */
  readonly url: string | null
  close(): Promise<void>
}

const once = <A>(make: () => Promise<A>): { (): Promise<A>; readonly started: () => boolean } => {
  let made: Promise<A> | undefined
  return Object.assign(() => (made ??= make()), { started: () => made !== undefined })
}

const onServer = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const withDatabase = (url: string, name: string): string => {
  const renamed = new URL(url)
  renamed.pathname = `/${name}`
  return renamed.href
}

const uniqueName = (prefix: string): string => `${prefix}_${randomBytes(6).toString('hex')}`

/** Names a migrated database that the run has made for all its processes. */
export const TEMPLATE_VARIABLE = 'TEST_TEMPLATE_DATABASE'

interface Template {
  readonly server: PostgresServer
  readonly name: string
  /** Takes away what this process made: nothing where the run made the template. */
  remove(): Promise<void>
}

/** A migrated database from which every test's own is copied. */
export const makeTemplate = async (server: PostgresServer): Promise<Template> => {
  const name = uniqueName('gateway_template')
  await onServer(server.url, `create database ${name}`)
  const migrated = await openPostgres(withDatabase(server.url, name), MIGRATION_OPTIONS)
  await migrate(migrated.db)
  await migrated.close()
  return { server, name, remove: () => onServer(server.url, `drop database if exists ${name} with (force)`) }
}

const postgresTemplate = once(async (): Promise<Template> => {
  const server = await testServer()
  const name = process.env[TEMPLATE_VARIABLE]
  if (name !== undefined && name !== '') return { server, name, remove: () => Promise.resolve() }
  return makeTemplate(server)
})

const pgliteTemplate = once(async (): Promise<Blob> => {
  const dataDir = await copyTemplateDataDir()
  const migrated = await openPglite(dataDir?.path)
  if (dataDir === null) await migrate(migrated.db)
  const copy = await migrated.pglite.dumpDataDir('none')
  await migrated.close()
  await dataDir?.remove()
  return copy
})

/** A busy machine may take its time: what a test asserts is no claim about speed. */
const PATIENTLY = { connectTimeoutMs: 30_000, lockTimeoutMs: 30_000, statementTimeoutMs: 60_000 }

/** A second pool on the same database, as another process would have one. PostgreSQL only. */
export const openAgain = async (database: TestDatabase): Promise<OpenDatabase> => {
  if (database.url === null) throw new Error('only one connection can open this database')
  return await openPostgres(database.url, PATIENTLY)
}

/**
 * Resolves once a pool has a connection, which it keeps for what comes next: on a busy machine the first one may take
 * longer than a test lets the pool wait.
 */
export const connected = (db: Kysely<Database>): Promise<void> =>
  eventually(() =>
    sql`select 1`.execute(db).then(
      () => true,
      () => false,
    ),
  )

/** A database with nothing in it, for tests of the migrations themselves. */
export const emptyPostgres = async (): Promise<{ readonly url: string; drop(): Promise<void> }> => {
  const { server } = await postgresTemplate()
  const name = uniqueName('gateway_empty')
  await onServer(server.url, `create database ${name}`)
  return {
    url: withDatabase(server.url, name),
    drop: () => onServer(server.url, `drop database ${name} with (force)`),
  }
}

const freshPostgres = async (): Promise<TestDatabase> => {
  const { server, name: template } = await postgresTemplate()
  const name = uniqueName('gateway_test')
  await onServer(server.url, `create database ${name} template ${template}`)
  const url = withDatabase(server.url, name)
  const open = await openPostgres(url, PATIENTLY)
  const close = async (): Promise<void> => {
    await open.close()
    await onServer(server.url, `drop database ${name} with (force)`)
  }
  return { engine: 'postgresql', db: open.db, open, url, close }
}

const freshPglite = async (): Promise<TestDatabase> => {
  const open = await openPglite(undefined, { loadDataDir: await pgliteTemplate() })
  return { engine: 'pglite', db: open.db, open, url: null, close: open.close }
}

/** The name of a process that lives in every test's database. */
export const HERE = 'here'

/** An empty, migrated database of the caller's own. Close it. */
export const freshDatabase = async (engine: Engine): Promise<TestDatabase> => {
  const database = engine === 'pglite' ? await freshPglite() : await freshPostgres()
  await kyselyInstances(database.db).begin(HERE)
  return database
}

/** Runs one suite on every engine, each on a fresh database shared by the tests of the suite. */
export const describeOnDatabases = (
  title: string,
  suite: (database: () => TestDatabase) => void,
  engines: readonly Engine[] = ENGINES,
): void => {
  for (const engine of engines) {
    describe(`${title} on ${engine}`, () => {
      let database: TestDatabase | undefined
      before(async () => {
        database = await freshDatabase(engine)
      })
      after(async () => {
        await database?.close()
      })
      suite(() => {
        if (database === undefined) throw new Error('the database is opened by a hook: ask for it inside a test')
        return database
      })
    })
  }
}

/** Removes what this process made on the server. Mocha calls it at the end; other programs call it themselves. */
export const closeTestServer = async (): Promise<void> => {
  if (!postgresTemplate.started()) return
  const template = await postgresTemplate()
  await template.remove()
  await template.server.stop()
}

if (typeof globalThis.after === 'function') after(closeTestServer)
