import type { Settlements } from '../../../application/gateway/metering/settlements.ts'
import type { SettlementReporter } from '../../../application/ports/billing/settlement-reporter.ts'
import type { Figures } from './open-metrics.ts'

/** The same settlements; the time until each end is durable counts. */
export const measuredSettlements = (
  settlements: Settlements,
  figures: Figures,
  nowMs: () => number = () => performance.now(),
): Settlements => ({
  ...settlements,
  submit: (operationId, command, written) => {
    const startedMs = nowMs()
    settlements.submit(operationId, command, (outcome) => {
      figures.settleLag.observe((nowMs() - startedMs) / 1000)
      written?.(outcome)
    })
  },
})

const TROUBLES: readonly (keyof SettlementReporter)[] = ['delayed', 'abandoned', 'refused', 'lost']

/** The same reporter, all of whose reports count. Each begins at zero, so that an alert sees the first one rise. */
export const measuredReporter = (reporter: SettlementReporter, figures: Figures): SettlementReporter => {
  const count = (trouble: keyof SettlementReporter): void => figures.settlementTroubles.add(1, trouble)
  for (const trouble of TROUBLES) figures.settlementTroubles.add(0, trouble)
  return {
    delayed: (...report) => {
      count('delayed')
      reporter.delayed(...report)
    },
    abandoned: (...report) => {
      count('abandoned')
      reporter.abandoned(...report)
    },
    refused: (...report) => {
      count('refused')
      reporter.refused(...report)
    },
    lost: (...report) => {
      count('lost')
      reporter.lost(...report)
    },
  }
}
