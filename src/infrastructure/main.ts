import { resolve } from 'node:path'
import process from 'node:process'
import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import { EXIT_OK, EXIT_USAGE, EXIT_REFUSED } from '../adapters/cli/command.ts'
import type { CommandOutput } from '../adapters/cli/command.ts'
import type { Command } from '../adapters/cli/commands.ts'
import { parseArgv } from '../adapters/cli/parse-argv.ts'
import { loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { describeProblem } from './config/config-problem.ts'
import type { Purpose } from './config/production-needs.ts'
import { cliUseCases, recordOperation } from './container/interfaces.ts'
import { mistakesOf } from './config/env-file.ts'
import type { Environment } from './config/environment-variable.ts'
import { readSurroundings } from './config/environment.ts'
import type { Surroundings } from './config/environment.ts'
import { describeFailure, placeOfDatabase } from './failures/describe-failure.ts'
import type { FailureHome } from './failures/describe-failure.ts'
import { createLog, openLogging } from './observability/logging.ts'
import { openTraceScope } from './observability/tracing/trace-scope.ts'
import { openTracing } from './observability/tracing/open-tracing.ts'
import { readCatalogFile, readOffer } from './offer/offer.ts'
import type { Offer } from './offer/offer.ts'
import type { ReadOffer } from './offer/running-offer.ts'
import { migrateDatabase } from './resources/open-migrated.ts'
import { openService } from './container/open-service.ts'
import type { ServiceDeps } from './container/open-service.ts'
import { printUsage, runCommand } from './commands/run-command.ts'
import type { CommandHome } from './commands/run-command.ts'
import { serve } from './lifecycle/serve.ts'
import type { Shutdown } from './lifecycle/shutdown.ts'
import { stopOnSignals } from './lifecycle/stop-on-signals.ts'
import { VERSION } from './version.ts'
import { work } from './lifecycle/work.ts'

const PACKAGE_DIR = resolve(import.meta.dirname, '../..')

const out: CommandOutput = {
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
}

const warn = (mistakes: readonly string[]): void => mistakes.forEach((each) => out.stderr(`warning: ${each}\n`))

const complain = (problems: readonly string[], surroundings: Surroundings): number => {
  out.stderr(`The configuration has ${problems.length} problem(s):\n${problems.map((each) => `  ${each}\n`).join('')}`)
  warn(mistakesOf(surroundings, null))
  return EXIT_USAGE
}

/** Thrown by a command whose configuration does not allow it; says all that is wrong. */
class Misconfigured extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('; '))
    this.problems = problems
  }
}

/** What a command does with the installation, which decides what production must have configured for it. */
const purposeOf = (command: Command): Purpose => {
  switch (command.needs) {
    case 'nothing':
      return 'offline'
    case 'process':
      return command.name === 'migrate' ? 'database' : 'serve'
    case 'database':
      return command.usesKeys === true ? 'signing_keys' : 'database'
  }
}

const offerOf = async (config: Config, environment: Environment): Promise<Offer> => {
  const offer = await readOffer(config, environment, Date.now())
  if (isLeft(offer)) throw new Misconfigured(offer.left)
  return offer.right
}

/** Runs a process that goes on until a signal stops it; one that could not begin answers its exit code. */
const untilStopped = async (
  config: Config,
  surroundings: Surroundings,
  begin: (deps: ServiceDeps) => Promise<Shutdown | number>,
): Promise<number> => {
  const scope = config.tracing === null ? null : openTraceScope()
  const logging = openLogging(config.logLevel, scope?.logFields)
  logging.log.info({ database: placeOfDatabase(config.database) }, 'starting; the first start takes some seconds')
  logging.flush()
  try {
    const { log } = logging
    const { environment } = surroundings
    const offer = await offerOf(config, environment)
    const providerIds = [...offer.usable.keys(), ...offer.unusable.map(({ id }) => id)]
    for (const mistake of mistakesOf(surroundings, providerIds)) log.warn(mistake)
    const tracing = config.tracing === null || scope === null ? null : await openTracing(config.tracing, scope, log)
    const readAgain: ReadOffer = () => readOffer(config, environment, Date.now())
    const begun = await begin({ config, offer, readOffer: readAgain, log, tracing })
    if (typeof begun === 'number') return begun
    return await new Promise<number>((resolveExit) => stopOnSignals(process, begun, resolveExit))
  } finally {
    logging.flush()
  }
}

const UNREADABLE = { models: [], templates: [], tasks: [] }

const homeOf = (config: Config, surroundings: Surroundings): CommandHome => {
  const { environment } = surroundings
  // A command's own output is its answer; only what went wrong belongs into a log beside it.
  const quiet = createLog('error', process.stderr)
  return {
    database: config.database,
    out,
    offline: {
      checkCatalog: async (file) => {
        const path = resolve(file ?? config.catalogFile)
        const read = await readCatalogFile(path)
        const { models, templates, tasks } = isRight(read) ? read.right : UNREADABLE
        return {
          file: path,
          models: models.length,
          templates: templates.length,
          tasks: tasks.length,
          problems: isLeft(read) ? read.left : [],
        }
      },
    },
    openUseCases: async (usesKeys) => {
      const offer = await offerOf(config, environment)
      const readAgain: ReadOffer = () => readOffer(config, environment, Date.now())
      const service = await openService({
        config,
        offer,
        readOffer: readAgain,
        log: quiet,
        usesKeys,
        makesDatabase: false,
      })
      return {
        useCases: service.get(cliUseCases),
        record: service.get(recordOperation),
        close: () => service.close(),
      }
    },
    serve: () =>
      untilStopped(config, surroundings, (deps) => serve({ ...deps, out, isTerminal: process.stdout.isTTY })),
    // Requests alone are traced, and a worker serves none.
    work: () =>
      untilStopped({ ...config, tracing: null }, surroundings, (deps) =>
        work({ ...deps, isTerminal: process.stdout.isTTY }),
      ),
    migrate: async () => {
      await migrateDatabase(config.database, quiet)
      out.stdout('the database is up to date\n')
      return EXIT_OK
    },
  }
}

const main = async (): Promise<number> => {
  const argv = process.argv.slice(2)
  // Before the configuration: help and a wrong command line need none.
  const parsed = parseArgv(argv, VERSION)
  if (isLeft(parsed)) return printUsage(out, parsed.left)
  let home: FailureHome | null = null
  let surroundings: Surroundings | null = null
  try {
    surroundings = readSurroundings(process.cwd())
    const { command } = parsed.right
    const config = loadConfig(surroundings.environment, PACKAGE_DIR, purposeOf(command))
    if (isLeft(config)) return complain(config.left.map(describeProblem), surroundings)
    home = config.right
    // The two that go on have a log for them.
    if (command.name !== 'serve' && command.name !== 'work') warn(mistakesOf(surroundings, null))
    return await runCommand(argv, homeOf(config.right, surroundings))
  } catch (error) {
    if (error instanceof Misconfigured && surroundings !== null) return complain(error.problems, surroundings)
    out.stderr(`${describeFailure(error, home)}\n`)
    return EXIT_REFUSED
  }
}

process.exit(await main())
