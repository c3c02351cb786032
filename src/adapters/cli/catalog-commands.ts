import { JSON_SWITCH } from './checks.ts'
import type { OfflineUseCases } from './cli-use-cases.ts'
import { DONE, type OfflineCommand, REFUSED } from './command.ts'
import { printJson, printLine, printRefusal, wantsJson } from './print.ts'

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
      return problems.length === 0 ? DONE : REFUSED
    }
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
