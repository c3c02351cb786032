import type { ColumnType, Generated } from 'kysely'
import type { PeriodLength } from '../../../domain/ledger/spend-period.ts'
import type { WrittenOnce } from './columns.ts'

/** What an API key may spend and has spent. `id` is the key's id; a null limit only counts. */
export interface BudgetsTable {
  readonly id: WrittenOnce<string>
  readonly limit_amount: bigint | null
  readonly spent: Generated<bigint>
  readonly held: Generated<bigint>
  /** Null: the limit is on all spending. Otherwise it is on what was spent in the period that ends next. */
  readonly period: Generated<PeriodLength | null>
  readonly time_zone: Generated<string>
  readonly period_spent: Generated<bigint>
  /** The period may have ended: the next hold or charge begins the one that runs then. */
  readonly period_ends_at: Generated<Date | null>
}

/** Written as an array literal. */
type TextArrayColumn = ColumnType<string[] | null, string | null, string | null>

export interface ApiKeysTable {
  /** Also the id of the key's budget. */
  readonly id: WrittenOnce<string>
  readonly user_id: WrittenOnce<string>
  readonly name: string
  readonly key_hash: WrittenOnce<Uint8Array>
  readonly prefix: WrittenOnce<string>
  readonly last_four: WrittenOnce<string>
  readonly expires_at: Date | null
  readonly allowed_models: TextArrayColumn
  readonly allowed_addresses: TextArrayColumn
  readonly note: string | null
  readonly disabled: Generated<boolean>
  readonly requests_per_minute: number | null
  readonly tokens_per_minute: number | null
  readonly last_used_at: Date | null
  readonly created_at: WrittenOnce<Date>
  readonly deleted_at: Date | null
}

/** The limits that an owner gives to new keys. */
export interface ApiKeyDefaultsTable {
  readonly user_id: WrittenOnce<string>
  readonly spend_limit: bigint | null
  readonly spend_limit_period: PeriodLength | null
  /** Null is UTC. */
  readonly spend_limit_time_zone: string | null
  readonly requests_per_minute: number | null
  readonly tokens_per_minute: number | null
  readonly allowed_models: TextArrayColumn
  readonly allowed_addresses: TextArrayColumn
}
