import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Currency } from '../../../domain/money/money.ts'
import { daysAndWaiting, hoursAndWaiting, sumsAndWaiting } from './read-hours.ts'
import { waitingChanges } from './usage-batches.ts'

export interface UsageTotalsRow {
  readonly currency: Currency
  readonly calls: bigint
  readonly charged: bigint
  readonly writtenOff: bigint
}

const totalsOf = (rows: RawBuilder<unknown>) => sql<UsageTotalsRow>`
  select a.currency, coalesce(sum(u.calls), 0)::bigint as calls, coalesce(sum(u.cost), 0)::bigint as charged,
         coalesce(sum(u.written_off), 0)::bigint as "writtenOff"
    from (${rows}) as u join accounts a on a.id = u.wallet group by a.currency`

/** The usage of all wallets and times, as its readers see it. Reads every hour there is. */
export const USAGE_TOTALS = totalsOf(hoursAndWaiting(null))

/**
 * The same, as readers see it who ask for no models and surfaces, and those who ask for whole days: over every key, and
 * of each key.
 */
export const TOTALS_OF_SUMS = [
  totalsOf(sumsAndWaiting(true, null)),
  totalsOf(sumsAndWaiting(false, null)),
  totalsOf(daysAndWaiting(true)),
  totalsOf(daysAndWaiting(false)),
] as const

/** The ends of holds that no worker has added to the hours. */
export const UNCOUNTED = sql<{ receipts: bigint }>`
  select coalesce(sum(calls), 0)::bigint as receipts from (${waitingChanges(null)}) as waiting`
