import { resolve } from 'node:path'
import process from 'node:process'
import { isLeft } from 'fp-ts/lib/Either.js'
import { EXIT_OK, EXIT_USAGE, EXIT_REFUSED } from '../adapters/cli/command.ts'
import type { CommandOutput } from '../adapters/cli/command.ts'
import type { Command } from '../adapters/cli/commands.ts'
import { parseArgv } from '../adapters/cli/parse-argv.ts'
import { loadConfig } from './config/config.ts'
import type { Config } from './config/config.ts'
import { describeProblem } from './config/config-problem.ts'
import type { Purpose } from './config/production-needs.ts'
import { mistakesOf } from './config/env-file.ts'
import type { Surroundings } from './config/environment.ts'
import { describeFailure } from './failures/describe-failure.ts'
import type { FailureHome } from './failures/describe-failure.ts'
import { Misconfigured } from './failures/misconfigured.ts'
import { printUsage, runCommand } from './commands/run-command.ts'
import type { CommandHome } from './commands/run-command.ts'
import { VERSION } from './version.ts'

const PACKAGE_DIR = resolve(import.meta.dirname, '../..')

const warn = (out: CommandOutput, mistakes: readonly string[]): void =>
  mistakes.forEach((each) => out.stderr(`warning: ${each}\n`))

const complain = (out: CommandOutput, problems: readonly string[], surroundings: Surroundings): number => {
  out.stderr(`The configuration has ${problems.length} problem(s):\n${problems.map((each) => `  ${each}\n`).join('')}`)
  warn(out, mistakesOf(surroundings, null))
  return EXIT_USAGE
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

/**
 * What a command runs on. Each loads the code that it needs when it is asked for: a command line that another process
 * carries out, or that is wrong, loads little and answers at once.
 */
const homeOf = (config: Config, surroundings: Surroundings, out: CommandOutput): CommandHome => {
  const { environment } = surroundings
  // A command's own output is its answer; only what went wrong belongs into a log beside it.
  const quietLog = async () => (await import('./observability/logging.ts')).createLog('error', process.stderr)
  return {
    database: config.database,
    out,
    offline: {
      checkCatalog: async (file) => {
        const { checkCatalogFile } = await import('./offer/check-catalog-file.ts')
        return checkCatalogFile(resolve(file ?? config.catalogFile))
      },
    },
    openUseCases: async (usesKeys) => {
      const { openUseCases } = await import('./container/open-use-cases.ts')
      return openUseCases(config, environment, await quietLog(), usesKeys)
    },
    serve: async () => (await import('./lifecycle/until-stopped.ts')).serveUntilStopped(config, surroundings, out),
    work: async () => (await import('./lifecycle/until-stopped.ts')).workUntilStopped(config, surroundings),
    migrate: async () => {
      const { migrateDatabase } = await import('./resources/open-migrated.ts')
      await migrateDatabase(config.database, await quietLog())
      out.stdout('the database is up to date\n')
      return EXIT_OK
    },
  }
}

/**
 * Runs one command line in this process and answers its exit code. `surround` reads what the command finds around it,
 * and is not called for help or a wrong command line.
 */
export const runCommandLine = async (
  argv: readonly string[],
  surround: () => Surroundings,
  out: CommandOutput,
): Promise<number> => {
  // Before the configuration: help and a wrong command line need none.
  const parsed = parseArgv(argv, VERSION)
  if (isLeft(parsed)) return printUsage(out, parsed.left)
  let home: FailureHome | null = null
  let surroundings: Surroundings | null = null
  try {
    surroundings = surround()
    const { command } = parsed.right
    const config = loadConfig(surroundings.environment, PACKAGE_DIR, purposeOf(command))
    if (isLeft(config)) return complain(out, config.left.map(describeProblem), surroundings)
    home = config.right
    // The two that go on have a log for them.
    if (command.name !== 'serve' && command.name !== 'work') warn(out, mistakesOf(surroundings, null))
    return await runCommand(argv, homeOf(config.right, surroundings, out))
  } catch (error) {
    if (error instanceof Misconfigured && surroundings !== null) return complain(out, error.problems, surroundings)
    out.stderr(`${describeFailure(error, home)}\n`)
    return EXIT_REFUSED
  }
}
