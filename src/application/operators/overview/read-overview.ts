import type { HeldMoney, ModelTrade, MoneyFlow, TradeLog } from '../../ports/billing/trade-log.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { ReadStandingFigures, StandingFigures } from '../../ports/process/standing-figures.ts'

interface ReadOverviewDeps {
  readonly trade: TradeLog
  readonly readStandingFigures: ReadStandingFigures
  readonly clock: Clock
}

export interface Overview extends MoneyFlow {
  /** The sums of calls begin with the hour of this moment. */
  readonly from: Date
  readonly models: readonly ModelTrade[]
  readonly held: readonly HeldMoney[]
  readonly standing: StandingFigures
}

export type ReadOverview = (hours: number) => Promise<Overview>

const MS_PER_HOUR = 3_600_000

/** Whether all is well: what was sold in the last hours, which money came and went, and what waits. */
export const readOverview =
  ({ trade, readStandingFigures, clock }: ReadOverviewDeps): ReadOverview =>
  async (hours) => {
    const from = new Date(clock.now() - hours * MS_PER_HOUR)
    const [models, flow, held, standing] = await Promise.all([
      trade.byModel(from),
      trade.flow(from),
      trade.held(),
      readStandingFigures(),
    ])
    return { from, models, held, standing, ...flow }
  }
