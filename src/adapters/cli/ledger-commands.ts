import type { ReleasedHolds } from '../../application/billing/holds/release-holds.ts'
import type { AuditReport } from '../../application/billing/wallets/audit-ledger.ts'
import { JSON_SWITCH } from './argument-checks.ts'
import { EXIT_OK, EXIT_REFUSED } from './command.ts'
import type { DatabaseCommand } from './command.ts'
import { describeAudit } from './describe-audit.ts'
import { printJson, printLine, printError, printTable, wantsJson } from './print.ts'

export interface LedgerUseCases {
  readonly auditLedger: () => Promise<AuditReport>
  readonly sweepHolds: () => Promise<ReleasedHolds>
  readonly recountUsage: () => Promise<number>
}

const audit: DatabaseCommand<LedgerUseCases> = {
  name: 'ledger audit',
  summary: 'check that every wallet says what its transfers say; fails on any break',
  needs: 'database',
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const { figures, violations } = describeAudit(await useCases.auditLedger())
    const exit = violations.length === 0 ? EXIT_OK : EXIT_REFUSED
    if (wantsJson(input)) {
      printJson(out, {
        clean: exit === EXIT_OK,
        figures: Object.fromEntries(figures.map((f) => [f.name, f.value])),
        breaks: violations,
      })
      return exit
    }
    printTable(
      out,
      ['FIGURE', 'VALUE'],
      figures.map(({ name, value }) => [name, value]),
    )
    for (const each of violations) printError(out, `BREAK: ${each}`)
    printLine(out, exit === EXIT_OK ? 'the ledger is clean' : `the ledger has ${violations.length} break(s)`)
    return exit
  },
}

const sweep: DatabaseCommand<LedgerUseCases> = {
  name: 'holds sweep',
  summary: 'release holds whose owner died or whose time is over',
  needs: 'database',
  changes: true,
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const { released, left } = await useCases.sweepHolds()
    if (left > 0) {
      printError(out, `${released} hold(s) released; ${left} could not be: the ledger did not answer`)
      return EXIT_REFUSED
    }
    if (wantsJson(input)) printJson(out, { released })
    else printLine(out, `${released} hold(s) released`)
    return EXIT_OK
  },
}

const recount: DatabaseCommand<LedgerUseCases> = {
  name: 'usage recount',
  summary: 'count the hourly usage anew from every receipt',
  needs: 'database',
  changes: true,
  arguments: [],
  options: [JSON_SWITCH],
  run: async (useCases, input, out) => {
    const counted = await useCases.recountUsage()
    if (wantsJson(input)) printJson(out, { counted })
    else printLine(out, `${counted} receipt(s) counted`)
    return EXIT_OK
  },
}

export const LEDGER_COMMANDS: readonly DatabaseCommand<LedgerUseCases>[] = [audit, sweep, recount]
