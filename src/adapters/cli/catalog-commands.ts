import { JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { OfflineCommand } from './command.ts'
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

export const CATALOG_COMMANDS: readonly OfflineCommand<OfflineUseCases>[] = [check]
