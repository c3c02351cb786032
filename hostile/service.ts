import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '../test/support/servers/loopback.ts'
import { openNameServer } from '../test/support/servers/name-server.ts'
import { SILENT_NAME } from './floods/silent-name.ts'
import { openInspector } from './inspector.ts'
import { hostileEnvironment, writeCatalog } from './provider/catalog.ts'
import { startProvider } from './provider/hostile-provider.ts'
import type { Inspector } from './inspector.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROGRAM = join(ROOT, 'bin/gateway.js')
const MOST = '1000000'
const START_MS = 120_000
const OTHER_ACCOUNTS = 4
const LOOK_UP_ACCOUNTS = 10
const CATALOG = 'catalog.json'

/** A running service of its own, on loopback, with a customer who has money. */
export interface Target {
  readonly port: number
  readonly credentials: { readonly apiKey: string; readonly session: string }
  /** Keys of other customers, of whom each has an account and money, too. */
  readonly otherKeys: readonly string[]
  /** Keys of customers who only ask what is free: an account may do so 300 times a minute. */
  readonly lookUpKeys: readonly string[]
  /** A conversation of the customer, so that paths below it lead somewhere. */
  readonly conversationId: string
  readonly document: unknown
  isAlive(): boolean
  readonly inspector: Inspector
  /** The output of the operator's ledger audit; it must exit with 0. */
  auditLedger(): Promise<{ readonly isClean: boolean; readonly text: string }>
  stop(): Promise<void>
}

type Fields = Readonly<Record<string, string>>

const ask = async (port: number, method: string, path: string, headers: Fields, body?: object): Promise<unknown> => {
  const init = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...init,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/v1/health`).then(
    (response) => response.ok,
    () => false,
  )

const startArguments = async (): Promise<readonly string[]> => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const words = scripts.start.split(' ')
  return words.slice(words.indexOf('node') + 1).map((word) => (word === 'bin/gateway.js' ? PROGRAM : word))
}

/** What a program needs to start. Nothing of a real installation: no real provider, no database, no payments. */
const NEEDED = ['PATH', 'HOME', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'] as const

/** The customer's limits are as high as possible, because this measures the cost of a request, not its refusal. */
const environment = (port: number, folder: string, providerPort: number, nameServer: string): NodeJS.ProcessEnv => {
  const limits = [
    'RATE_LIMIT',
    'AUTH_RATE_LIMIT',
    'AUTH_RATE_LIMIT_PER_EMAIL',
    'ACCOUNT_RATE_LIMIT',
    'PUBLIC_RATE_LIMIT',
  ]
  return {
    ...Object.fromEntries(NEEDED.map((name) => [name, process.env[name]])),
    ...Object.fromEntries(limits.map((name) => [`${name}_PER_MINUTE`, MOST])),
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    NODE_ENV: 'development',
    LOG_LEVEL: 'warn',
    CATALOG_FILE: join(folder, CATALOG),
    ...hostileEnvironment(providerPort),
    HOSTILE_NAME_SERVER: nameServer,
    NODE_OPTIONS: `--import ${new URL('floods/silent-names.ts', import.meta.url).href}`,
  }
}

/** `credit` gives the account money: beside a provider that could be paid, the sandbox sells no top-ups. */
const openAccount = async (port: number, email: string, credit: (email: string) => Promise<void>) => {
  const credentials = { email, password: `hostile ${randomUUID()}` }
  await ask(port, 'POST', '/v1/auth/register', {}, credentials)
  const { access_token: session } = (await ask(port, 'POST', '/v1/auth/login', {}, credentials)) as Fields
  const authorization = { authorization: `Bearer ${session}` }
  await credit(credentials.email)
  const { key } = (await ask(port, 'POST', '/v1/me/api-keys', authorization, { name: 'hostile' })) as Fields
  const thread = { catalog_slug: 'sandbox/echo' }
  const { id } = (await ask(port, 'POST', '/v1/me/conversations', authorization, thread)) as Fields
  if (key === undefined || session === undefined || id === undefined) throw new Error('the account was not opened')
  return { credentials: { apiKey: key, session }, conversationId: id }
}

/** The last one printed: the service begins anew with settings of its memory, and its debugger with it. */
const debuggerOf = (output: string): string => {
  const [, address] = [...output.matchAll(/Debugger listening on (ws:\S+)/g)].at(-1) ?? []
  if (address === undefined) throw new Error('the service printed no address of its debugger')
  return address
}

const run = async (args: readonly string[], cwd: string, env: NodeJS.ProcessEnv) => {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { isClean: code === 0, text }
}

/** Starts the service as `npm start` does, on the embedded database in a new folder, which it removes at the end. */
export const startTarget = async (): Promise<Target> => {
  const [port, folder] = await Promise.all([freePort(), mkdtemp(join(tmpdir(), 'gateway-hostile-'))])
  const provider = await startProvider()
  const names = await openNameServer({ [SILENT_NAME]: null })
  const env = environment(port, folder, provider.port, names.address)
  await writeCatalog(join(ROOT, 'catalog.yaml'), join(folder, CATALOG))
  // Not in the package's own folder, where a file of settings may lie.
  const child = spawn(process.execPath, ['--inspect=127.0.0.1:0', ...(await startArguments())], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes: Buffer) => (output = (output + bytes.toString()).slice(0, 8_000)))
  }
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  let inspector: Inspector | null = null
  const stop = async (): Promise<void> => {
    inspector?.close()
    provider.close()
    await names.close()
    if (isAlive()) {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), 60_000)
      await gone
      clearTimeout(timer)
    }
    await rm(folder, { recursive: true, force: true })
  }
  const deadline = performance.now() + START_MS
  while (!(await answers(port))) {
    if (!isAlive() || performance.now() > deadline) {
      await stop()
      throw new Error(`the service did not start:\n${output}`)
    }
    await wait(100)
  }
  try {
    const credit = async (email: string): Promise<void> => {
      const credited = await run([PROGRAM, 'users', 'credit', email, MOST], folder, env)
      if (!credited.isClean) throw new Error(credited.text)
    }
    const account = await openAccount(port, 'hostile@example.com', credit)
    const openKeys = async (name: string, count: number, give: typeof credit): Promise<readonly string[]> => {
      const keys: string[] = []
      while (keys.length < count) {
        keys.push((await openAccount(port, `${name}-${keys.length}@example.com`, give)).credentials.apiKey)
      }
      return keys
    }
    const otherKeys = await openKeys('hostile', OTHER_ACCOUNTS, credit)
    const lookUpKeys = await openKeys('look-up', LOOK_UP_ACCOUNTS, () => Promise.resolve())
    inspector = await openInspector(debuggerOf(output))
    return {
      port,
      ...account,
      otherKeys,
      lookUpKeys,
      document: await ask(port, 'GET', '/v1/openapi.json', {}),
      isAlive,
      inspector,
      auditLedger: () => run([PROGRAM, 'ledger', 'audit'], folder, env),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}
