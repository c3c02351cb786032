import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectInspector } from './inspector.ts'
import type { Inspector } from './inspector.ts'

export interface InspectedProcess {
  readonly url: string
  readonly inspector: Inspector
  stop(): Promise<void>
}

const DEADLINE_MS = 60_000

/** The optimising compilers put small functions into their callers, and calls of those are then not counted. */
const EVERY_CALL_COUNTS = ['--no-opt', '--no-maglev']

/** The settings of the measurement. Nothing else of the machine's own configuration reaches the service. */
const settings = (folder: string, upstreamUrl: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOST: '127.0.0.1',
  PORT: '0',
  DATA_DIR: folder,
  NODE_ENV: 'development',
  CATALOG_FILE: join(import.meta.dirname, 'catalog.yaml'),
  OPENAI_API_KEY: 'measure',
  OPENAI_BASE_URL: upstreamUrl,
  SIGNUP_BONUS_RUB: '100000',
  SIGNUP_BONUS_TOKEN: '100000',
  RATE_LIMIT_PER_MINUTE: '100000',
  ACCOUNT_RATE_LIMIT_PER_MINUTE: '100000',
  LOG_LEVEL: 'info',
})

/** What a pattern finds in the output of a process, as soon as it is there. */
const firstMatch = async (read: () => string, pattern: RegExp, isAlive: () => boolean): Promise<string> => {
  const deadline = performance.now() + DEADLINE_MS
  for (;;) {
    const found = pattern.exec(read())?.[1]
    if (found !== undefined) return found
    if (!isAlive() || performance.now() > deadline) throw new Error(`the service did not start:\n${read()}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts the service of a checkout as `npm start` does, on the embedded database, with an open inspector. */
export const startInspectedProcess = async (root: string, upstreamUrl: string): Promise<InspectedProcess> => {
  const folder = await mkdtemp(join(tmpdir(), 'gateway-measure-'))
  const inspected = ['--inspect=127.0.0.1:0', '--inspect-publish-uid=stderr', ...EVERY_CALL_COUNTS]
  const child = spawn(process.execPath, [...inspected, join(root, 'bin/gateway.js'), 'serve'], {
    cwd: folder,
    env: settings(folder, upstreamUrl),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const gone = once(child, 'exit')
  let output = ''
  const keep = (bytes: Buffer): void => {
    output += bytes.toString('utf8')
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  const isAlive = (): boolean => child.exitCode === null && child.signalCode === null
  const end = async (): Promise<void> => {
    if (isAlive()) child.kill('SIGTERM')
    await gone
    await rm(folder, { recursive: true, force: true })
  }

  try {
    const url = await firstMatch(() => output, /"url":"([^"]+)".*"msg":"serving"/, isAlive)
    // The last address: the service begins anew with settings of its memory, and its inspector with it.
    const inspector = await connectInspector(output.match(/ws:\/\/\S+/g)?.at(-1) ?? '')
    const stop = async (): Promise<void> => {
      inspector.close()
      await end()
    }
    return { url, inspector, stop }
  } catch (error) {
    await end()
    throw error
  }
}
