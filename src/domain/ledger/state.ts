import type { Hold } from './hold.ts'
import type { Wallet } from './account.ts'
import type { Budget } from './budget.ts'
import type { Reservation } from './reservation.ts'
import type { Transfer } from './transfer.ts'
import type { UsageChange } from './usage/usage-change.ts'

/**
 * The rows that a batch of commands touches, as they are while it is decided: read under lock, or kept since they were.
 * A row that is not here does not exist, with one exception: the transfers of an open hold need not be read, because
 * there are none.
 */
export interface LedgerState {
  readonly wallets: ReadonlyMap<string, Wallet>
  readonly holds: ReadonlyMap<string, Hold>
  readonly transfers: ReadonlyMap<string, Transfer>
  readonly budgets: ReadonlyMap<string, Budget>
  /** The text of a hold's reference → hold id. */
  readonly references: ReadonlyMap<string, string>
  readonly reservations: ReadonlyMap<string, Reservation>
  /** The name of an open reservation → its id. */
  readonly openReservations: ReadonlyMap<string, string>
  /** Of the instances that the `reserve` commands name, those that live. */
  readonly livingInstances: ReadonlySet<string>
  /** Of the wallets that the `reserve` commands name, those whose reservations are paused. */
  readonly pressedWallets: ReadonlySet<string>
  /** Id of a charge or a top-up → the sum of its refunds. */
  readonly refunded: ReadonlyMap<string, bigint>
}

interface NewHold {
  readonly hold: Hold
  /** Null: as long as its instance lives. */
  readonly lifeSeconds: number | null
}

/** The rows to write, as they stand after the whole batch. */
export interface LedgerWrites {
  readonly wallets: readonly Wallet[]
  readonly budgets: readonly Budget[]
  /** New rows of holds. A hold that was placed and ended in one batch stands only here, in its ended state. */
  readonly newHolds: readonly NewHold[]
  /** Rows of earlier holds: now ended, or with the receipt of a late settle. */
  readonly endedHolds: readonly Hold[]
  /** New and changed ones. */
  readonly reservations: readonly Reservation[]
  /** In the order in which they happened. */
  readonly transfers: readonly Transfer[]
  /** What all of it adds to the usage. */
  readonly usage: readonly UsageChange[]
}
