import { isLeft } from 'fp-ts/lib/Either.js'
import type { ReloadCatalog } from '../../application/operators/reload-catalog.ts'
import { JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { DatabaseCommand, OfflineCommand } from './command.ts'
import { printJson, printLine, printError, wantsJson } from './print.ts'

export interface CatalogReport {
  readonly file: string
  /** How many of each it holds; 0 where it would not load. */
  readonly models: number
  readonly templates: number
  readonly tasks: number
  /** One sentence each; empty when the catalogue would load. */
  readonly problems: readonly string[]
}

/** What commands without a database call. */
export interface OfflineUseCases {
  /** Null: the configured file. */
  checkCatalog(file: string | null): Promise<CatalogReport>
}

const check: OfflineCommand<OfflineUseCases> = {
  name: 'catalog check',
  summary: 'list everything wrong with the catalogue; fails if it would not load',
  needs: 'nothing',
  arguments: [{ name: 'file', optional: true, summary: 'another file than the configured one' }],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const report = await useCases.checkCatalog(input.values['file'] ?? null)
    const { file, models, templates, tasks, problems } = report
    if (wantsJson(input)) {
      printJson(out, { file, models, templates, tasks, problems })
      return problems.length === 0 ? EXIT_OK : EXIT_REFUSED
    }
    for (const problem of problems) printError(out, problem)
    if (problems.length > 0) {
      printError(out, `${file}: ${problems.length} problem(s)`)
      return EXIT_REFUSED
    }
    printLine(out, `${file}: ${models} model(s), ${templates} template(s), ${tasks} task(s), no problems`)
    return EXIT_OK
  },
}

/** Which processes can hear of a reload that a command asks for. */
export type CatalogReach = 'this_process' | 'every_process' | 'no_process' | 'no_service'

export interface CatalogUseCases {
  readonly reloadCatalog: ReloadCatalog
  readonly catalogReach: CatalogReach
}

const REACHED: Readonly<Record<CatalogReach | 'no_listener' | 'unknown', string>> = {
  this_process: 'the process that holds the database sells from it',
  every_process: 'every process that runs on the same Redis reads its own file now',
  no_process: 'no process has heard of it: without REDIS_URL, send SIGHUP to each server and worker',
  no_listener:
    'no process has heard of it: none listens to the Redis of REDIS_URL, and the next one reads the file at its start',
  unknown: 'it is not known who has heard of it: Redis did not answer, so send SIGHUP to each server and worker',
  no_service: 'nothing was reloaded: no service runs on this database, and the next one reads the file at its start',
}

const reachedBy = (reach: CatalogReach, heardBy: number | null): keyof typeof REACHED => {
  if (reach !== 'every_process') return reach
  if (heardBy === null) return 'unknown'
  return heardBy === 0 ? 'no_listener' : reach
}

const reload: DatabaseCommand<CatalogUseCases> = {
  name: 'catalog reload',
  summary: 'sell from the catalogue file as it is now, without a restart; a faulty file changes nothing',
  needs: 'database',
  changes: true,
  arguments: [],
  options: [JSON_SWITCH],
  run: async ({ reloadCatalog, catalogReach }, input, out) => {
    const reloaded = await reloadCatalog()
    if (isLeft(reloaded)) {
      if (wantsJson(input)) printJson(out, { problems: reloaded.left })
      else for (const problem of reloaded.left) printError(out, problem)
      return EXIT_REFUSED
    }
    const { version, catalog, heardBy } = reloaded.right
    const reached = reachedBy(catalogReach, heardBy)
    const isHeard = reached === 'this_process' || reached === 'every_process'
    const print = isHeard ? printLine : printError
    if (wantsJson(input)) printJson(out, { version, models: catalog.models.size, reached, problems: [] })
    else print(out, `version ${version}, ${catalog.models.size} model(s) on offer; ${REACHED[reached]}`)
    return isHeard ? EXIT_OK : EXIT_REFUSED
  },
}

export const OFFLINE_CATALOG_COMMANDS: readonly OfflineCommand<OfflineUseCases>[] = [check]
export const CATALOG_COMMANDS: readonly DatabaseCommand<CatalogUseCases>[] = [reload]
