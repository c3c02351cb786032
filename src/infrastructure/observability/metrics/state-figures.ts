import type { DatabasePresence } from '../../../adapters/persistence/engine/database-presence.ts'
import type { OpenDatabase } from '../../../adapters/persistence/engine/database.ts'
import type { ReservationBook } from '../../../application/billing/reservations/reservation-book.ts'
import type { Settlements } from '../../../application/gateway/metering/settlements.ts'
import type { ClockWatch } from '../../../application/instances/clock-watch.ts'
import type { CircuitBreakers } from '../../../application/gateway/routing/circuit-breakers.ts'
import type { Metrics } from './open-metrics.ts'

/** The parts of the service that have a state to look at. */
interface ObservedState {
  readonly settlements: Pick<Settlements, 'pending'>
  readonly reservations: Pick<ReservationBook, 'open'>
  readonly circuits: Pick<CircuitBreakers, 'disturbed'>
  readonly ledger: { waiting(): number }
  readonly database: Pick<OpenDatabase, 'pools'> & { readonly presence: Pick<DatabasePresence, 'isAway'> }
  readonly clocks: Pick<ClockWatch, 'aheadMs'>
  /** Whether Redis counts requests; null if there is none. */
  readonly isRedisUp: (() => boolean) | null
}

const CIRCUIT_FIGURES = { open: 1, half_open: 0.5 } as const

/** Reads states that no event announces, each time the figures are asked for. */
export const observeState = ({ metrics, beforeExposition }: Metrics, state: ObservedState): void =>
  beforeExposition(() => {
    metrics.settlementsPending.set(state.settlements.pending())
    metrics.reservationsOpen.set(state.reservations.open())
    metrics.ledgerWaiting.set(state.ledger.waiting())
    metrics.circuits.clear()
    for (const [name, tag] of state.circuits.disturbed()) metrics.circuits.set(CIRCUIT_FIGURES[tag], name)
    metrics.databaseUp.set(state.database.presence.isAway() ? 0 : 1)
    for (const { pool, idle, busy, waiting } of state.database.pools()) {
      metrics.pool.set(idle, pool, 'idle')
      metrics.pool.set(busy, pool, 'busy')
      metrics.pool.set(waiting, pool, 'waiting')
    }
    metrics.clockAhead.set(state.clocks.aheadMs() / 1000)
    if (state.isRedisUp !== null) metrics.redisUp.set(state.isRedisUp() ? 1 : 0)
  })
