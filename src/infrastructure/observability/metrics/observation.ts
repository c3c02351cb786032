import type { Endpoint } from '../../../adapters/http/endpoint/endpoint.ts'
import type { AccessRecord } from '../../../adapters/http/request/access-record.ts'
import type { BatchTransactions } from '../../../adapters/persistence/engine/batch-transactions.ts'
import type { LedgerOptions, OpenLedger } from '../../../adapters/persistence/ledger/group-commit-ledger.ts'
import type { ReservationBook } from '../../../application/billing/reservations/reservation-book.ts'
import type { Settlements } from '../../../application/gateway/metering/settlements.ts'
import type { PaymentGateway } from '../../../application/ports/billing/payment-gateway.ts'
import type { SettlementReporter } from '../../../application/ports/billing/settlement-reporter.ts'
import type { ProviderPorts } from '../../../application/ports/providers/provider-ports.ts'
import { callNotebook } from './call-notes.ts'
import { countedCommands, measuredBatches, measuredLedger } from './measured-ledger.ts'
import { measuredPayments, paidTopUps } from './measured-payments.ts'
import type { PaidTopUps } from './measured-payments.ts'
import { measuredProvider } from './measured-provider.ts'
import { measuredRequests } from './measured-requests.ts'
import { measuredReservations } from './measured-reservations.ts'
import { measuredReporter, measuredSettlements } from './measured-settlements.ts'
import { openMetrics } from './open-metrics.ts'
import type { Metrics } from './open-metrics.ts'

/** Puts an observer around each part of the service. Where nothing is measured, every part stays as it is. */
export interface Observation {
  providers(ports: ProviderPorts): ProviderPorts
  batches(batches: BatchTransactions): BatchTransactions
  ledger(open: (hears: Pick<LedgerOptions, 'onBatch' | 'onAnswer'>) => OpenLedger): OpenLedger
  settlements(settlements: Settlements): Settlements
  reporter(reporter: SettlementReporter): SettlementReporter
  reservations(book: ReservationBook): ReservationBook
  payments(gateway: PaymentGateway): PaymentGateway
  /** A payment is not the one that was ordered. */
  paymentMismatch(): void
  requests(endpoints: readonly Endpoint[], isModel: (id: string) => boolean): (record: AccessRecord) => void
}

/** What measures, and where its figures are. */
export interface Measuring extends Observation {
  readonly metrics: Metrics
  readonly paid: PaidTopUps
}

const same = <T>(part: T): T => part

/** Measures nothing and costs nothing. */
export const UNOBSERVED: Observation = {
  providers: same,
  batches: same,
  ledger: (open) => open({}),
  settlements: same,
  reporter: same,
  reservations: same,
  payments: same,
  paymentMismatch: () => undefined,
  requests: () => () => undefined,
}

export const openMeasuring = (): Measuring => {
  const metrics = openMetrics()
  const figures = metrics.metrics
  const notebook = callNotebook()
  const paid = paidTopUps(Date.now)
  return {
    metrics,
    paid,
    providers: measuredProvider({ figures, notebook }),
    batches: (batches) => measuredBatches(batches, figures),
    ledger: (open) => measuredLedger(open(countedCommands(figures)), figures),
    settlements: (settlements) => measuredSettlements(settlements, figures),
    reporter: (reporter) => measuredReporter(reporter, figures),
    reservations: (book) => measuredReservations(book, figures),
    payments: (gateway) => measuredPayments(gateway, paid),
    paymentMismatch: () => figures.paymentMismatches.add(1),
    requests: (endpoints, isModel) => measuredRequests({ figures, notebook, endpoints, isModel }),
  }
}
