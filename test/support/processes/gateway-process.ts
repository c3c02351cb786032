import { cpSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runNode } from './child-process.ts'
import type { TestProcess } from './child-process.ts'
import { recordOutput } from './record-output.ts'
import { beginningOf } from './service-in-one-file.ts'

const ENTRY = resolve(import.meta.dirname, '../../../bin/gateway.js')
const SERVES = [ENTRY, 'serve']
/** A service that waits for Redis as long as it takes, for a test of what several count together. */
export const SERVES_WITH_SLOW_REDIS = [resolve(import.meta.dirname, 'serve-with-slow-redis.ts')]

/** A service that sends events to webhooks on the loopback address too, where tests have their receivers. */
export const SERVES_WITH_LOCAL_WEBHOOKS = [resolve(import.meta.dirname, 'serve-with-local-webhooks.ts')]

/** Where `bin/gateway.js` keeps what Node compiles; the programs above, which are started as often, keep theirs too. */
const COMPILED_CODE = resolve(import.meta.dirname, '../../../node_modules/.cache/compiled-code')

/** Nothing of the machine's own configuration reaches a service under test; an empty variable is an absent one. */
export const ALONE = { NODE_ENV: 'test', DATABASE_URL: '', REDIS_URL: '', PORT: '0', NODE_COMPILE_CACHE: COMPILED_CODE }

/** A process without this setting begins anew with it, which takes an eighth of the processor time of its start. */
const BEGINS_ONCE = { MALLOC_ARENA_MAX: '2' }

/**
 * V8 compiles the embedded database twice: in haste as a service starts, and with care beside its first work. To do the
 * second takes half of the processor time of such a process, and most tests end it before that pays.
 */
const COMPILES_ONCE = '--liftoff-only'

/** A process of the service, from the one file into which a whole run has bundled it. */
const runService = (argv: readonly string[], given: Readonly<Record<string, string>>): TestProcess => {
  const { argv: begins, environment } = beginningOf(given)
  return runNode([COMPILES_ONCE, ...begins, ...argv], { ...ALONE, ...BEGINS_ONCE, ...environment })
}

export interface GatewayProcess {
  readonly url: string
  /** Everything written to standard output so far. */
  output(): string
  /** Resolves once standard output matches, however early or late it was written. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Sends a signal that does not end it. */
  signal(signal: 'SIGHUP'): void
  /** Sends the signal and resolves to the exit code, null when it was killed. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

interface DataDir {
  readonly path: string
  remove(): Promise<void>
}

/** A data directory of one test; `remove` takes it away. */
export const makeDataDir = async (): Promise<DataDir> => {
  const path = await mkdtemp(join(tmpdir(), 'gateway-acceptance-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** Names a data directory with a migrated embedded database, for all processes of a run. */
export const TEMPLATE_DATA_DIR_VARIABLE = 'TEST_TEMPLATE_DATA_DIR'

/** To make and migrate the embedded database takes most of the time of a first start, so a run does it once. */
export const makeTemplateDataDir = async (): Promise<DataDir> => {
  const made = await makeDataDir()
  const migrated = await runGatewayCommand(['migrate'], { DATA_DIR: made.path })
  if (migrated.exit === 0) return made
  await made.remove()
  throw new Error(`the embedded database could not be made: ${migrated.stderr}`)
}

/**
 * A copy of the migrated data directory of the run; null where it has none. It has a thousand files: to copy them
 * without a turn of the event loop for each takes a third of the processor time.
 */
export const copyTemplateDataDir = async (): Promise<DataDir | null> => {
  const template = process.env[TEMPLATE_DATA_DIR_VARIABLE]
  if (template === undefined || template === '') return null
  const made = await makeDataDir()
  cpSync(template, made.path, { recursive: true })
  return made
}

/** A data directory whose embedded database is migrated already, where the run has one to copy. */
export const makeMigratedDataDir = async (): Promise<DataDir> => (await copyTemplateDataDir()) ?? (await makeDataDir())

/** Starts the service as an operator would, on a free port, and waits until it says where it serves. */
export const startGateway = async (
  environment: Readonly<Record<string, string>>,
  argv: readonly string[] = SERVES,
): Promise<GatewayProcess> => {
  const child = runService(argv, environment)
  const serving = await child.printed(/"url":"([^"]+)".*"msg":"serving"\}\n/)
  return {
    url: serving[1] ?? '',
    output: child.stdout,
    printed: child.printed,
    signal: (signal) => void process.kill(child.pid, signal),
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
  const child = runService([ENTRY, 'work'], environment)
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

const withoutPlace = (stderr: string): string => stderr.replace(/^database: .*\n/, '')

/** Runs one command of the operator's CLI to its end. */
export const runGatewayCommand = async (
  argv: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<CommandResult> => {
  const child = runService([ENTRY, ...argv], environment)
  return { exit: await child.ended(), stdout: child.stdout(), stderr: withoutPlace(child.stderr()) }
}

/**
 * The same for a suite of which the command is not the subject. On PostgreSQL it saves the start of a process, a second
 * of a processor; the embedded database belongs to the service, which a short process asks.
 */
export const carryOut: typeof runGatewayCommand = async (argv, environment) => {
  if ((environment['DATABASE_URL'] ?? '') === '') return runGatewayCommand(argv, environment)
  const { runCommandLine } = await import('../../../src/infrastructure/command-line.ts')
  const surroundings = { environment: { ...process.env, ...ALONE, ...environment }, file: null, inherited: [] }
  const { out, printed } = recordOutput()
  const exit = await runCommandLine(argv, () => surroundings, out)
  return { exit, stdout: printed.stdout, stderr: withoutPlace(printed.stderr) }
}
