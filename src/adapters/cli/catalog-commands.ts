import type { OfflineUseCases } from './cli-use-cases.ts'
import { DONE, type OfflineCommand, REFUSED } from './command.ts'
import { printLine, printRefusal } from './print.ts'

const check: OfflineCommand<OfflineUseCases> = {
  name: 'catalog check',
  summary: 'list everything wrong with the catalogue; fails if it would not load',
  needs: 'nothing',
  arguments: [{ name: 'file', optional: true, summary: 'another file than the configured one' }],
  options: [],
  run: async (useCases, { values }, out) => {
    const { file, models, templates, tasks, problems } = await useCases.checkCatalog(values['file'] ?? null)
    for (const problem of problems) printRefusal(out, problem)
    if (problems.length > 0) {
      printRefusal(out, `${file}: ${problems.length} problem(s)`)
      return REFUSED
    }
    printLine(out, `${file}: ${models} model(s), ${templates} template(s), ${tasks} task(s), no problems`)
    return DONE
  },
}

export const CATALOG_COMMANDS: readonly OfflineCommand<OfflineUseCases>[] = [check]
