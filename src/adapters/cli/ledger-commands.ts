import { JSON_SWITCH } from './checks.ts'
import type { CliUseCases } from './cli-use-cases.ts'
import { type DatabaseCommand, DONE, REFUSED } from './command.ts'
import { printJson, printLine, printRefusal, printTable, wantsJson } from './print.ts'

const audit: DatabaseCommand<CliUseCases> = {
  name: 'ledger audit',
  summary: 'check that every wallet says what its transfers say; fails on any break',
  needs: 'database',
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const { figures, breaks } = await useCases.auditLedger()
    const exit = breaks.length === 0 ? DONE : REFUSED
    if (wantsJson(input)) {
      printJson(out, {
        clean: exit === DONE,
        figures: Object.fromEntries(figures.map((f) => [f.name, f.value])),
        breaks,
      })
      return exit
    }
    printTable(
      out,
      ['FIGURE', 'VALUE'],
      figures.map(({ name, value }) => [name, value]),
    )
    for (const each of breaks) printRefusal(out, `BREAK: ${each}`)
    printLine(out, exit === DONE ? 'the ledger is clean' : `the ledger has ${breaks.length} break(s)`)
    return exit
  },
}

const sweep: DatabaseCommand<CliUseCases> = {
  name: 'holds sweep',
  summary: 'release holds whose owner died or whose time is over',
  needs: 'database',
  changes: true,
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const released = await useCases.sweepHolds()
    if (wantsJson(input)) printJson(out, { released })
    else printLine(out, `${released} hold(s) released`)
    return DONE
  },
}

export const LEDGER_COMMANDS: readonly DatabaseCommand<CliUseCases>[] = [audit, sweep]
