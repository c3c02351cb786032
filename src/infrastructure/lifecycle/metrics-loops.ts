import { openTopUpsOf, readStandingFigures } from '../../adapters/persistence/operators/standing-figures.ts'
import type { OpenDatabase } from '../../adapters/persistence/engine/database.ts'
import type { AuditReport } from '../../application/billing/wallets/audit-ledger.ts'
import { MINUTE_MS } from '../../domain/time-units.ts'
import { sumOfAccounts } from '../../domain/ledger/audit.ts'
import type { Log } from '../observability/logging.ts'
import type { PaidTopUps } from '../observability/metrics/measured-payments.ts'
import type { Figures } from '../observability/metrics/open-metrics.ts'
import { unitsForMetrics } from '../observability/metrics/units-for-metrics.ts'
import type { Loop } from './repeat.ts'

const READ_EVERY_MS = 15_000
/** How often it is seen whether an audit is due; the first one is due at once. */
const LOOK_FOR_AUDIT_EVERY_MS = 15_000

interface MetricsLoopDeps {
  readonly figures: Figures
  readonly db: OpenDatabase['db']
  readonly nowMs: () => number
}

/**
 * Reads what waits in the database. A figure that could not be read keeps its value, and its time says how old it is.
 */
const readFigures = async ({ figures, db, nowMs }: MetricsLoopDeps): Promise<void> => {
  const { holds, mailWaiting, oldestMailAgeSeconds, ...waiting } = await readStandingFigures(db)
  figures.holdsOpen.clear()
  figures.holdOldest.clear()
  for (const { kind, count, oldestAgeSeconds } of holds) {
    figures.holdsOpen.set(count, kind)
    figures.holdOldest.set(oldestAgeSeconds, kind)
  }
  figures.holdsOverdue.set(holds.reduce((sum, { overdue }) => sum + overdue, 0))
  figures.mailWaiting.set(mailWaiting)
  figures.mailOldest.set(oldestMailAgeSeconds)
  figures.topUpsPending.set(waiting.topUpsPending)
  figures.webhooksWaiting.set(waiting.webhooksWaiting)
  figures.webhookDue.set(waiting.oldestWebhookDueSeconds)
  figures.figuresRead.set(nowMs() / 1000)
}

/** The figures of the whole installation, which the processes that do its standing work read. */
export const standingFiguresLoop = (deps: MetricsLoopDeps): Loop => ({
  name: 'read standing figures',
  scope: 'installation',
  everyMs: READ_EVERY_MS,
  run: () => readFigures(deps),
})

/** The top-ups that this process knows to be paid; no other process can tell of them. */
export const paidTopUpsLoop = ({
  figures,
  db,
  nowMs,
  paid,
}: MetricsLoopDeps & { readonly paid: PaidTopUps }): Loop => ({
  name: 'look for paid top-ups',
  scope: 'process',
  everyMs: READ_EVERY_MS,
  run: async () => {
    const asked = paid.ids()
    paid.ended(asked, await openTopUpsOf(db, asked))
    const oldestMs = paid.oldestMs()
    figures.topUpsPaid.set(paid.ids().length)
    figures.topUpPaidOldest.set(oldestMs === null ? 0 : (nowMs() - oldestMs) / 1000)
  },
})

interface AuditLoopDeps {
  readonly figures: Figures
  readonly auditLedger: () => Promise<AuditReport>
  /** Ends an audit that is under way, which then fails. */
  readonly giveUp: () => Promise<void>
  readonly everyMinutes: number
  readonly nowMs: () => number
  readonly log: Log
}

/** The broken laws of one audit that stand in the log; `ledger audit` lists them all. */
const MAX_LOGGED = 10

/** An audit that failed has cost the database what one that ends costs. */
const FAILED_AUDIT_WAITS_MS = 5 * MINUTE_MS

/** Does this work; a stop of the process gives it up, and then there is no answer. */
const unlessStopped = async <A>(
  signal: AbortSignal,
  giveUp: () => Promise<void>,
  work: () => Promise<A>,
): Promise<A | null> => {
  // Where the database cannot be asked to end it, the work has failed by itself.
  const end = (): void => void giveUp().catch(() => undefined)
  signal.addEventListener('abort', end)
  try {
    return await work()
  } catch (error) {
    if (signal.aborted) return null
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

const NO_AUDIT = { audits: 0, violations: 0 }

/**
 * Audits the ledger from time to time, and the first time soon after the start. A failed audit waits before the next.
 */
export const auditLoop = ({ figures, auditLedger, giveUp, everyMinutes, nowMs, log }: AuditLoopDeps): Loop => {
  let dueMs = 0
  const audit = async (): Promise<AuditReport> => {
    const startedMs = nowMs()
    try {
      const report = await auditLedger()
      dueMs = startedMs + everyMinutes * MINUTE_MS
      return report
    } catch (error) {
      dueMs = nowMs() + Math.min(everyMinutes * MINUTE_MS, FAILED_AUDIT_WAITS_MS)
      throw error
    }
  }
  return {
    name: 'audit the ledger',
    scope: 'installation',
    everyMs: LOOK_FOR_AUDIT_EVERY_MS,
    run: async (signal) => {
      if (nowMs() < dueMs) return NO_AUDIT
      const report = await unlessStopped(signal, giveUp, audit)
      if (report === null) return NO_AUDIT
      const { figures: read, violations } = report
      for (const each of read.currencies) figures.auditDelta.set(unitsForMetrics(sumOfAccounts(each)), each.currency)
      figures.auditViolations.set(violations.length)
      figures.auditRun.set(nowMs() / 1000)
      if (violations.length > 0)
        log.error(
          { violations: violations.length, first: violations.slice(0, MAX_LOGGED) },
          'the ledger does not add up',
        )
      return { audits: 1, violations: violations.length }
    },
  }
}
