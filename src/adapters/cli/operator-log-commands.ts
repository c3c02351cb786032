import type { OperatorLog } from '../../application/ports/process/operator-log.ts'
import { secondsOf } from '../../domain/time-units.ts'
import { JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK } from './command.ts'
import type { DatabaseCommand } from './command.ts'
import { printJson, printTable, printTime, wantsJson } from './print.ts'

const MAX_LISTED = 100

export interface OperatorLogUseCases {
  readonly operatorLog: Pick<OperatorLog, 'page'>
}

const list: DatabaseCommand<OperatorLogUseCases> = {
  name: 'operations list',
  summary: `list the last ${MAX_LISTED} actions of operators, at the command line and in the console`,
  needs: 'database',
  arguments: [],
  options: [JSON_SWITCH],
  run: async ({ operatorLog }, input, out) => {
    const actions = await operatorLog.page({ operator: null, subject: null, before: null, limit: MAX_LISTED })
    if (wantsJson(input)) {
      printJson(
        out,
        actions.map(({ at, operatorId, exitCode, ...action }) => ({
          ...action,
          at: secondsOf(at),
          operator_id: operatorId,
          exit_code: exitCode,
        })),
      )
      return EXIT_OK
    }
    const rows = actions.map(({ at, operator, command, arguments: given, exitCode, reason }) => [
      printTime(at),
      operator,
      exitCode === EXIT_OK ? 'done' : `refused (${exitCode})`,
      command,
      Object.entries(reason === null ? given : { ...given, reason })
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
    ])
    printTable(out, ['WHEN', 'OPERATOR', 'ENDED', 'COMMAND', 'ARGUMENTS'], rows)
    return EXIT_OK
  },
}

export const OPERATOR_LOG_COMMANDS: readonly DatabaseCommand<OperatorLogUseCases>[] = [list]
