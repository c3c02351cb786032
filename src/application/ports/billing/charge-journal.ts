import type { Settle } from '../../../domain/ledger/command.ts'
import type { Capture } from '../../../domain/ledger/reservation-command.ts'

/** What a delivered answer costs. */
export type JournaledCharge = Settle | Capture

/** Keeps charges that the ledger cannot take now where they survive the death of this process. */
export interface ChargeJournal {
  /** Returns at once; the charge is on disk a moment later. The same call again changes nothing. */
  keep(charge: JournaledCharge): void
  /** The ledger has taken it. A charge that was never kept is as good. */
  remove(holdId: string): void
  /** True if the journal has room for the charges of new calls. */
  hasRoom(): boolean
}
