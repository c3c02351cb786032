import { resolve } from 'node:path'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { CommandOutput } from '../../../src/adapters/cli/command.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import { describeProblem } from '../../../src/infrastructure/config/config-problem.ts'
import type { ServiceDeps } from '../../../src/infrastructure/container/open-service.ts'
import { serve } from '../../../src/infrastructure/lifecycle/serve.ts'
import type { Shutdown } from '../../../src/infrastructure/lifecycle/shutdown.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { readOffer } from '../../../src/infrastructure/offer/offer.ts'
import { requireOffer } from '../../../src/infrastructure/offer/require-offer.ts'
import { eventually } from '../eventually.ts'
import { ALONE } from './gateway-process.ts'

const PACKAGE_DIR = resolve(import.meta.dirname, '../../..')

type Environment = Readonly<Record<string, string | undefined>>

/** What only tests may change about a service. */
export type TestOptions = Pick<ServiceDeps, 'redisTimeoutMs' | 'isExemptFromPublic'>

/** Sends events to the receivers of tests, which are on the loopback address. */
export const LOCAL_WEBHOOKS: TestOptions = { isExemptFromPublic: (host) => host === '127.0.0.1' }

/** Serves in this process as `gateway serve` does, but for signals and traces, and writes its log to `out`. */
export const beginServing = async (
  environment: Environment,
  out: CommandOutput,
  options: TestOptions = {},
): Promise<Shutdown> => {
  const read = loadConfig(environment, PACKAGE_DIR)
  if (isLeft(read)) throw new Error(read.left.map(describeProblem).join('; '))
  const config = read.right
  const begun = await serve({
    config,
    offer: await requireOffer(config, environment),
    readOffer: () => readOffer(config, environment, Date.now()),
    log: createLog(config.logLevel, { write: out.stdout }),
    out,
    isTerminal: true,
    hangups: { reloadBy: () => undefined },
    ...options,
  })
  if (typeof begun === 'number') throw new Error(`the service could not begin: exit code ${begun}`)
  return begun
}

/** A service in the process of the test. */
export interface ServiceHere {
  readonly url: string
  /** Everything that it logged so far. */
  output(): string
  /** Resolves once the log matches, however early or late it was written. */
  printed(pattern: RegExp): Promise<RegExpExecArray>
  /** Stops it as SIGTERM would. Resolves to whether every step of that ended well. */
  stop(): Promise<boolean>
}

/**
 * Serves in the process of the test, on a free port. It begins in a tenth of the processor time that a process of its
 * own takes. A suite serves so unless it kills the service, or its subject is how a process begins and ends.
 */
export const serveHere = async (environment: Environment, options: TestOptions = {}): Promise<ServiceHere> => {
  let text = ''
  const print = (more: string): void => void (text += more)
  const surroundings = { ...process.env, ...ALONE, ...environment }
  const { stop } = await beginServing(surroundings, { stdout: print, stderr: print }, options)
  return {
    url: /"url":"([^"]+)".*"msg":"serving"\}\n/.exec(text)?.[1] ?? '',
    output: () => text,
    printed: async (pattern) => {
      await eventually(() => pattern.test(text))
      return pattern.exec(text) as RegExpExecArray
    },
    stop: () => stop('the test is over'),
  }
}
