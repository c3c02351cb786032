import { execFile } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { spawnServer } from './child-process.ts'
import type { Child } from './child-process.ts'
import { freePort } from '../../test/support/servers/loopback.ts'
import type { Target } from './target.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const DATABASE_URL =
  process.env['BENCH_DATABASE_URL'] ?? process.env['TEST_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres'

const administer = async (statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const call = async (port: number, path: string, body: object, headers: Record<string, string> = {}) => {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as Readonly<Record<string, string>>
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`)
  return answer
}

/** The command that `npm start` runs, with its flags. */
const startArguments = async (root: string): Promise<readonly string[]> => {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  return words.slice(words.indexOf('node') + 1)
}

const run = promisify(execFile)

/**
 * A customer with an account, a key, and money that an operator credited: beside a real provider the sandbox gives no
 * top-ups.
 */
const openAccount = async (port: number, root: string, environment: NodeJS.ProcessEnv): Promise<string> => {
  const credentials = { email: 'bench@example.com', password: `bench ${randomUUID()}` }
  await call(port, '/v1/auth/register', credentials)
  const { access_token: token } = await call(port, '/v1/auth/login', credentials)
  const authorization = { authorization: `Bearer ${token}` }
  const credit = ['bin/gateway.js', 'users', 'credit', credentials.email, '3000000']
  await run(process.execPath, credit, { cwd: root, env: environment })
  const { key } = await call(port, '/v1/me/api-keys', { name: 'bench' }, authorization)
  if (key === undefined) throw new Error('no API key in the answer')
  return key
}

/** What processes of one installation share. */
interface Installation {
  readonly database: string
  readonly url: string
  readonly folder: string
  remove(): Promise<void>
}

export const makeInstallation = async (): Promise<Installation> => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-bench-'))
  const database = `gateway_bench_${randomBytes(6).toString('hex')}`
  await administer(`create database ${database}`)
  const url = new URL(DATABASE_URL)
  url.pathname = `/${database}`
  const remove = async (): Promise<void> => {
    await administer(`drop database if exists ${database} with (force)`)
    await rm(folder, { recursive: true, force: true })
  }
  return { database, url: url.href, folder, remove }
}

/** The environment of each process, but for its own port. */
export const environmentOf = (
  { url, folder }: Pick<Installation, 'url' | 'folder'>,
  upstreamPort: number,
  root: string,
): NodeJS.ProcessEnv => {
  const { REDIS_URL: _redis, ...environment } = process.env
  return {
    ...environment,
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    DATABASE_URL: url,
    CATALOG_FILE: join(root, 'bench/catalog.yaml'),
    OPENAI_API_KEY: 'bench',
    OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
    OWN_RESPONSES_API_KEY: 'bench',
    OWN_RESPONSES_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
    OWN_MESSAGES_API_KEY: 'bench',
    OWN_MESSAGES_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
    RATE_LIMIT_PER_MINUTE: '1000000',
    NODE_ENV: 'development',
    METRICS_PORT: '',
    LOG_LEVEL: process.env['BENCH_LOG_LEVEL'] ?? 'info',
  }
}

/** Starts one process of an installation as `npm start` does. */
export const spawnGateway = async (port: number, env: NodeJS.ProcessEnv, root: string): Promise<Child> => {
  const profile = process.env['BENCH_PROFILE_DIR']
  return spawnServer({
    args: [
      ...(profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]),
      ...(await startArguments(root)),
    ],
    cwd: root,
    env: { ...env, PORT: String(port) },
    port,
    readyPath: '/v1/health',
  })
}

/** Which code to start, with its own catalogue and its own installed packages. */
interface Checkout {
  readonly root: string
  readonly name: 'this gateway' | 'other checkout'
  /** Whether it serves metrics. */
  readonly measures?: boolean
}

/** The whole gateway with everything on: key check, rate limit, hold, upstream, settle, on PostgreSQL; one process. */
export const startGateway = async (
  upstreamPort: number,
  { root, name, measures = false }: Checkout = { root: ROOT, name: 'this gateway' },
): Promise<Target> => {
  const [port, installation] = await Promise.all([freePort(), makeInstallation()])
  const { database, remove } = installation
  const env = { ...environmentOf(installation, upstreamPort, root), METRICS_PORT: measures ? '0' : '' }
  let child: Child | null = null
  const stop = async (): Promise<void> => {
    await child?.stop()
    await remove()
  }
  try {
    child = await spawnGateway(port, env, root)
    const headers = { authorization: `Bearer ${await openAccount(port, root, env)}` }
    return { name, child, database, headers, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
