import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runNode } from './child-process.ts'

const ENTRY = resolve(import.meta.dirname, '../../../bin/gateway.js')
const SERVES = [ENTRY, 'serve']
/** A service that waits for Redis as long as it takes, for a test of what several count together. */
export const SERVES_WITH_SLOW_REDIS = [resolve(import.meta.dirname, 'serve-with-slow-redis.ts')]

/** Nothing of the machine's own configuration reaches a service under test; an empty variable is an absent one. */
const ALONE = { NODE_ENV: 'test', DATABASE_URL: '', REDIS_URL: '', PORT: '0' }

export interface GatewayProcess {
  readonly url: string
  /** Everything written to standard output so far. */
  output(): string
  /** Resolves once standard output matches, however early or late it was written. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends the signal and resolves to the exit code, null when it was killed. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** A data directory of one test; `remove` takes it away. */
export const makeDataDir = async (): Promise<{ readonly path: string; remove(): Promise<void> }> => {
  const path = await mkdtemp(join(tmpdir(), 'gateway-acceptance-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Starts the service as an operator would, on a free port, and waits until it says where it serves. */
export const startGateway = async (
  environment: Readonly<Record<string, string>>,
  argv: readonly string[] = SERVES,
): Promise<GatewayProcess> => {
  const child = runNode(argv, { ...ALONE, ...environment })
  const serving = await child.printed(/"url":"([^"]+)".*"msg":"serving"\}\n/)
  return {
    url: serving[1] ?? '',
    output: child.stdout,
    printed: child.printed,
    end: async (signal) => {
      await child.kill(signal)
      return child.ended()
    },
  }
}

/** Starts a worker as an operator would, and waits until it works. */
export const startWorker = async (
  environment: Readonly<Record<string, string>>,
): Promise<Pick<GatewayProcess, 'output' | 'end'>> => {
  const child = runNode([ENTRY, 'work'], { ...ALONE, ...environment })
  await child.printed(/"msg":"working"\}\n/)
  return {
    output: child.stdout,
    end: async (signal) => {
      await child.kill(signal)
      return child.ended()
    },
  }
}

export interface CommandResult {
  readonly exit: number | null
  readonly stdout: string
  /** Without the line that says which database the command worked on. */
  readonly stderr: string
}

/** Runs one command of the operator's CLI to its end. */
export const runGatewayCommand = async (
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> => {
  const child = runNode([ENTRY, ...argv], { ...ALONE, ...environment })
  return { exit: await child.ended(), stdout: child.stdout(), stderr: child.stderr().replace(/^database: .*\n/, '') }
}
