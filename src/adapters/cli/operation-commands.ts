import { JSON_SWITCH } from './checks.ts'
import type { CliUseCases } from './cli-use-cases.ts'
import { type DatabaseCommand, DONE } from './command.ts'
import { printJson, printTable, printTime, wantsJson } from './print.ts'

const MOST = 100

const list: DatabaseCommand<CliUseCases> = {
  name: 'operations list',
  summary: `list the last ${MOST} commands of operators that changed something or were refused`,
  needs: 'database',
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const actions = await useCases.listOperations(MOST)
    if (wantsJson(input)) {
      printJson(
        out,
        actions.map(({ at, exitCode, ...action }) => ({
          ...action,
          at: Math.floor(at.getTime() / 1000),
          exit_code: exitCode,
        })),
      )
      return DONE
    }
    const rows = actions.map(({ at, operator, command, arguments: given, exitCode }) => [
      printTime(at.getTime()),
      operator,
      exitCode === DONE ? 'done' : `refused (${exitCode})`,
      command,
      Object.entries(given)
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    ])
    printTable(out, ['WHEN', 'OPERATOR', 'ENDED', 'COMMAND', 'ARGUMENTS'], rows)
    return DONE
  },
}

export const OPERATION_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [list]
