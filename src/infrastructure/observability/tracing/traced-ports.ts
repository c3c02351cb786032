import type { OpenLedger } from '../../../adapters/persistence/ledger/group-commit-ledger.ts'
import type { ReservationBook } from '../../../application/billing/reservations/reservation-book.ts'
import type { ProviderPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { UsableProvider } from '../../../domain/catalog-check/usable-providers.ts'
import { operationSpans } from './operation-spans.ts'
import { tracedLedger } from './traced-ledger.ts'
import { tracedReservations } from './traced-reservations.ts'
import { tracedProvider } from './traced-provider.ts'
import type { Tracing } from './tracing.ts'

export interface TracedPorts {
  readonly ledger: (ledger: OpenLedger) => OpenLedger
  readonly reservations: (book: ReservationBook) => ReservationBook
  readonly provider: (ports: ProviderPorts, usable: ReadonlyMap<string, UsableProvider>) => ProviderPorts
  /** How the work that is done now is named to another program. */
  readonly headers: (() => Readonly<Record<string, string>>) | undefined
}

const NO_HEADERS = {}

const UNTRACED: TracedPorts = {
  ledger: (ledger) => ledger,
  reservations: (book) => book,
  provider: (ports) => ports,
  headers: undefined,
}

/** How the ports of one service are traced; where nothing is, the ports stay what they are. */
export const tracedPorts = (tracing: Tracing | null): TracedPorts => {
  if (tracing === null) return UNTRACED
  const operations = operationSpans(tracing)
  return {
    ledger: (ledger) => tracedLedger(ledger, tracing, operations),
    reservations: (book) => tracedReservations(book, tracing, operations),
    provider: (ports, usable) => tracedProvider(tracing, operations, usable)(ports),
    headers: () => tracing.current()?.headers() ?? NO_HEADERS,
  }
}
