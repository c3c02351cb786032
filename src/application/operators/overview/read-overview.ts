import type { HeldMoney, ModelTrade, MoneyFlow, TradeLog } from '../../ports/billing/trade-log.ts'
import type { AuditLog, AuditResult } from '../../ports/billing/audit-log.ts'
import type { FirstTokenLog } from '../../ports/billing/first-token-log.ts'
import { HOUR_MS } from '../../../domain/time-units.ts'
import { firstTokenTimes } from '../../../domain/usage/first-token.ts'
import type { FirstTokenTimes } from '../../../domain/usage/first-token.ts'
import type { ModelCatalog } from '../../../domain/catalog/catalog.ts'
import { purchaseCost } from '../../../domain/pricing/purchase.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { ReadStandingFigures, StandingFigures } from '../../ports/process/standing-figures.ts'

interface ReadOverviewDeps {
  readonly catalog: ModelCatalog
  readonly trade: TradeLog
  readonly firstTokenLog: Pick<FirstTokenLog, 'since'>
  readonly audits: Pick<AuditLog, 'last'>
  readonly readStandingFigures: ReadStandingFigures
  readonly clock: Clock
}

/** What one model brought in, and what its provider asks for it. */
interface ModelMargin extends Omit<ModelTrade, 'used'> {
  /** In micro-roubles; null if the catalogue has no purchase prices of the model. */
  readonly providerCost: bigint | null
  /** Revenue without that cost; null if the cost is not known, or was not earned in roubles. */
  readonly margin: bigint | null
}

export interface Overview extends MoneyFlow {
  /** The sums of calls begin with the hour of this moment. */
  readonly from: Date
  readonly models: readonly ModelMargin[]
  readonly held: readonly HeldMoney[]
  readonly standing: StandingFigures
  /** Null if no answer was streamed. */
  readonly firstToken: FirstTokenTimes | null
  /** Null if none was made. */
  readonly lastAudit: AuditResult | null
}

export type ReadOverview = (hours: number) => Promise<Overview>

const withMargin =
  ({ models }: ModelCatalog) =>
  ({ used, ...trade }: ModelTrade): ModelMargin => {
    const { model, currency, revenue } = trade
    const prices = model === null ? null : (models.get(model)?.purchase ?? null)
    const providerCost = prices === null ? null : purchaseCost(prices, used)
    return {
      ...trade,
      providerCost,
      margin: providerCost === null || currency !== 'RUB' ? null : revenue - providerCost,
    }
  }

/** Whether all is well: what was sold in the last hours, which money came and went, and what waits. */
export const readOverview =
  ({ catalog, trade, readStandingFigures, firstTokenLog, audits, clock }: ReadOverviewDeps): ReadOverview =>
  async (hours) => {
    const from = new Date(clock.now() - hours * HOUR_MS)
    const [sold, flow, held, standing, steps, lastAudit] = await Promise.all([
      trade.byModel(from),
      trade.flow(from),
      trade.held(),
      readStandingFigures(),
      firstTokenLog.since(from),
      audits.last(),
    ])
    return {
      from,
      models: sold.map(withMargin(catalog)),
      held,
      standing,
      firstToken: firstTokenTimes(steps),
      lastAudit,
      ...flow,
    }
  }
