import type { HeldMoney, ModelTrade, MoneyFlow, TradeLog } from '../../ports/billing/trade-log.ts'
import type { AuditLog, AuditResult } from '../../ports/billing/audit-log.ts'
import type { FirstTokenLog } from '../../ports/billing/first-token-log.ts'
import { firstTokenTimes } from '../../../domain/usage/first-token.ts'
import type { FirstTokenTimes } from '../../../domain/usage/first-token.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { ReadStandingFigures, StandingFigures } from '../../ports/process/standing-figures.ts'

interface ReadOverviewDeps {
  readonly trade: TradeLog
  readonly firstTokenLog: Pick<FirstTokenLog, 'since'>
  readonly audits: Pick<AuditLog, 'last'>
  readonly readStandingFigures: ReadStandingFigures
  readonly clock: Clock
}

export interface Overview extends MoneyFlow {
  /** The sums of calls begin with the hour of this moment. */
  readonly from: Date
  readonly models: readonly ModelTrade[]
  readonly held: readonly HeldMoney[]
  readonly standing: StandingFigures
  /** Null where no answer was streamed. */
  readonly firstToken: FirstTokenTimes | null
  /** Null where none was made. */
  readonly lastAudit: AuditResult | null
}

export type ReadOverview = (hours: number) => Promise<Overview>

const MS_PER_HOUR = 3_600_000

/** Whether all is well: what was sold in the last hours, which money came and went, and what waits. */
export const readOverview =
  ({ trade, readStandingFigures, firstTokenLog, audits, clock }: ReadOverviewDeps): ReadOverview =>
  async (hours) => {
    const from = new Date(clock.now() - hours * MS_PER_HOUR)
    const [models, flow, held, standing, steps, lastAudit] = await Promise.all([
      trade.byModel(from),
      trade.flow(from),
      trade.held(),
      readStandingFigures(),
      firstTokenLog.since(from),
      audits.last(),
    ])
    return { from, models, held, standing, firstToken: firstTokenTimes(steps), lastAudit, ...flow }
  }
