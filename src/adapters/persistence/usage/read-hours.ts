import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { waitingChanges } from './usage-batches.ts'
import { FIGURE_NAMES, isOf, KEYS } from './usage-rows.ts'
import type { WholeDays } from '../../../domain/usage/whole-days.ts'

type Sql = RawBuilder<unknown>

/** Rows of `usage_sums` as rows of `usage_hours`, of which they tell neither model nor surface. */
const SUMMED = sql`
  select wallet, hour, budget_id, null::text as model, null::text as surface, ${FIGURE_NAMES} from usage_sums`

/**
 * The usage of one wallet, or of each where `wallet` is null, whatever of it has been added to the hours: a change
 * leaves its table in the transaction that adds it, so one statement reads it once.
 */
export const hoursAndWaiting = (wallet: Sql | null): Sql => sql`
  select ${KEYS}, ${FIGURE_NAMES} from usage_hours where ${isOf(wallet)} union all ${waitingChanges(wallet)}`

/** Rows of `usage_days` as rows of `usage_hours`: each stands in the first hour of its day. */
const BY_DAY = sql`select wallet, day as hour, budget_id, model, surface, ${FIGURE_NAMES} from usage_days`

/** The same from the days of all times, over every key or of each. */
export const daysAndWaiting = (everyKey: boolean): Sql => sql`
  ${BY_DAY} where every_key = ${sql.lit(everyKey)} union all ${waitingChanges(null)}`

/** The same of one wallet, whose whole days come from the sums of days: over every key, or of each. */
export const edgesDaysAndWaiting = (everyKey: boolean, wallet: Sql, { from, to }: WholeDays): Sql => sql`
  select ${KEYS}, ${FIGURE_NAMES} from usage_hours where ${isOf(wallet)} and hour < ${from}::timestamptz
  union all
  ${BY_DAY} where every_key = ${sql.lit(everyKey)} and ${isOf(wallet)}
     and day >= ${from}::timestamptz and day < ${to}::timestamptz
  union all
  select ${KEYS}, ${FIGURE_NAMES} from usage_hours where ${isOf(wallet)} and hour >= ${to}::timestamptz
  union all ${waitingChanges(wallet)}`

/** The same from the sums over models and surfaces: over every key, or of each. */
export const sumsAndWaiting = (everyKey: boolean, wallet: Sql | null): Sql => sql`
  ${SUMMED} where every_key = ${sql.lit(everyKey)} and ${isOf(wallet)} union all ${waitingChanges(wallet)}`
