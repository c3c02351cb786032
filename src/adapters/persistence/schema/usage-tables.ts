import type { Generated } from 'kysely'
import type { UsageFigure } from '../../../domain/ledger/usage/usage-sums.ts'
import type { WrittenOnce } from './columns.ts'

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : ''

/** The column of a figure of the usage. */
export type FigureColumn = SnakeCase<UsageFigure>

export const columnOf = <Name extends UsageFigure>(name: Name): SnakeCase<Name> =>
  name.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`) as SnakeCase<Name>

/** What the ended operations of one wallet consumed and cost that began in one hour. */
interface HourOfWallet extends Readonly<Record<FigureColumn, bigint>> {
  readonly wallet: WrittenOnce<string>
  readonly hour: WrittenOnce<Date>
  /** The API key; null for work without one. */
  readonly budget_id: WrittenOnce<string | null>
}

/**
 * Of `usage_hours`, and of `usage_changes`: what processes of an earlier release leave, until a worker adds it to the
 * hours.
 */
interface UsageHoursTable extends HourOfWallet {
  readonly model: WrittenOnce<string | null>
  readonly surface: WrittenOnce<string | null>
}

/** The sums of `UsageHoursTable` over models and surfaces. Triggers keep them. */
interface UsageSumsTable extends HourOfWallet {
  /** True of the sums over every key, which have none in `budget_id`. */
  readonly every_key: WrittenOnce<boolean>
}

/** The sums of `UsageHoursTable` by days of UTC. Triggers keep them. */
interface UsageDaysTable extends Omit<UsageHoursTable, 'hour'> {
  readonly day: WrittenOnce<Date>
  /** True of the sums over every key, which have none in `budget_id`. */
  readonly every_key: WrittenOnce<boolean>
}

/** What batches of the ledger left, until a worker adds it to the hours. */
interface UsageBatchesTable {
  /** Hours, models and surfaces, and the changes that name them: texts that the server does not read. */
  readonly groups: WrittenOnce<string>
  readonly changes: WrittenOnce<string>
  readonly written_at: Generated<Date>
}

/** One row, whose lock lets one worker count. */
interface UsageCountingTable {
  readonly one: Generated<boolean>
}

/**
 * Wallets and keys whose usage has grown, or whose calls were refused for the limit of the key. The work that acts on a
 * row deletes it.
 */
interface UsageTouchedTable {
  readonly wallet: WrittenOnce<string>
  readonly budget_id: WrittenOnce<string | null>
  /** True where calls of the key were refused for its limit. */
  readonly refused: Generated<boolean>
  /** The limit for which they were refused; null if an earlier release wrote it. */
  readonly refused_limit: Generated<bigint | null>
  /** The end of the period in which they were refused; null if the limit has no period. */
  readonly refused_period_ends_at: Generated<Date | null>
}

/**
 * Wallets from which a transfer took money that is no charge, once for each. No row keeps the statement of a ledger
 * waiting: a unique one would, for the work that acts on it.
 */
interface DebitedWalletsTable {
  readonly wallet: WrittenOnce<string>
}

export interface UsageTables {
  readonly usage_hours: UsageHoursTable
  readonly usage_sums: UsageSumsTable
  readonly usage_days: UsageDaysTable
  readonly usage_changes: UsageHoursTable
  readonly usage_batches: UsageBatchesTable
  readonly usage_counting: UsageCountingTable
  readonly usage_touched: UsageTouchedTable
  readonly debited_wallets: DebitedWalletsTable
}
