import type { LRUCache } from 'lru-cache'
import type { Wallet } from '../../../domain/ledger/account.ts'
import type { Budget } from '../../../domain/ledger/budget.ts'
import { coverCaptures, isCovered } from '../../../domain/ledger/captures/covered-captures.ts'
import type { CoveredWrites } from '../../../domain/ledger/captures/covered-captures.ts'
import type { Hold } from '../../../domain/ledger/hold.ts'
import type { Capture } from '../../../domain/ledger/reservation-command.ts'
import type { Reservation } from '../../../domain/ledger/reservation.ts'
import type { PaidWallet } from './covered-writes.ts'

export interface CachedRows {
  readonly wallets: LRUCache<string, Wallet>
  readonly budgets: LRUCache<string, Budget>
  /** Open ones only. */
  readonly holds: LRUCache<string, Hold>
  /** Open ones only. */
  readonly reservations: LRUCache<string, Reservation>
}

/** What calls within their cover need of the cached rows, and change of them. */
export interface CoveredRows {
  /** Whether the call needs nothing but its reservation, as this process last saw that. */
  covers(command: Capture): boolean
  /** What the calls write if their reservations suffice, or null if one is not cached or does not. */
  coveredBy(commands: readonly Capture[]): CoveredWrites | null
  /** Moves the cached rows as these writes will move theirs. */
  applyCovered(writes: CoveredWrites): void
  /** Drops each cached wallet that differs from the row that the database returned: another process changed it. */
  seePaid(wallets: readonly PaidWallet[]): void
}

export const coveredRows = ({ wallets, budgets, reservations }: CachedRows): CoveredRows => {
  const coveredBy = (commands: readonly Capture[]): CoveredWrites | null => {
    const cached = new Map<string, Reservation>()
    for (const { reservationId } of commands) {
      const reservation = reservations.get(reservationId)
      if (reservation === undefined) return null
      cached.set(reservationId, reservation)
    }
    return coverCaptures(cached, commands)
  }

  const applyCovered = ({ paid, charged, taken }: CoveredWrites): void => {
    for (const [id, sum] of paid) {
      const wallet = wallets.get(id)
      if (wallet === undefined) continue
      const { balance, held, reserved } = wallet
      wallets.set(id, { ...wallet, balance: balance - sum, held: held - sum, reserved: reserved - sum })
    }
    for (const [id, sum] of charged) {
      const budget = budgets.get(id)
      if (budget === undefined) continue
      const period = budget.period && { ...budget.period, spent: budget.period.spent + sum }
      budgets.set(id, { ...budget, spent: budget.spent + sum, held: budget.held - sum, period })
    }
    for (const [id, sum] of taken) {
      const reservation = reservations.get(id)
      if (reservation !== undefined) reservations.set(id, { ...reservation, captured: reservation.captured + sum })
    }
  }

  const seePaid = (paid: readonly PaidWallet[]): void => {
    for (const { id, balance, held, reserved, suspended } of paid) {
      const wallet = wallets.peek(id)
      if (wallet === undefined) continue
      const isSame = wallet.balance === balance && wallet.held === held && wallet.reserved === reserved
      if (!isSame || wallet.suspended !== suspended) wallets.delete(id)
    }
  }

  return {
    covers: (command) => isCovered(command, reservations.peek(command.reservationId)),
    coveredBy,
    applyCovered,
    seePaid,
  }
}
