import type { Generated } from 'kysely'
import type { HoldState, ReleaseReason } from '../../../domain/ledger/hold.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { JsonColumn, MadeByDatabase, WrittenOnce } from './columns.ts'

export interface HoldsTable {
  readonly id: WrittenOnce<string>
  readonly wallet: WrittenOnce<string>
  readonly currency: WrittenOnce<Currency>
  readonly amount: WrittenOnce<bigint>
  readonly state: HoldState
  readonly settled_amount: bigint | null
  readonly release_reason: ReleaseReason | null
  readonly reference: WrittenOnce<string>
  readonly budget_id: WrittenOnce<string | null>
  readonly instance: WrittenOnce<string | null>
  readonly receipt: JsonColumn
  /** Infinite where the hold lives as long as its instance. */
  readonly expires_at: Date
  readonly created_at: MadeByDatabase<Date>
  readonly ended_at: Date | null
  /** The transaction that ended it, where a process of an earlier release wrote that; null otherwise. */
  readonly ended_in: string | null
  /** The reservation that its call was admitted against, and how much its charge took from it. */
  readonly reservation: WrittenOnce<string | null>
  readonly taken: WrittenOnce<bigint | null>
}

export interface ReservationsTable {
  readonly id: WrittenOnce<string>
  readonly wallet: WrittenOnce<string>
  readonly currency: WrittenOnce<Currency>
  readonly budget_id: WrittenOnce<string>
  readonly instance: WrittenOnce<string>
  readonly granted: bigint
  readonly captured: Generated<bigint>
  readonly returned: Generated<bigint>
  readonly created_at: MadeByDatabase<Date>
  readonly ended_at: Date | null
}
