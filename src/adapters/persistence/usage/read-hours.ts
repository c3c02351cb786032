import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { FIGURES, KEYS } from './usage-rows.ts'

type Sql = RawBuilder<unknown>

const FIGURE_NAMES = sql.join(FIGURES.map((name) => sql.ref(name)))

/** What the ledger has left and no worker has added to the hours yet, as rows of `usage_hours`. */
const WAITING = sql`select ${KEYS}, ${FIGURE_NAMES} from usage_changes`

/** Rows of `usage_sums` as rows of `usage_hours`, of which they tell neither model nor surface. */
const SUMMED = sql`
  select wallet, hour, budget_id, null::text as model, null::text as surface, ${FIGURE_NAMES} from usage_sums`

/**
 * The usage of the chosen wallets, whatever of it has been added to the hours: a change leaves its table in the transaction that
 * adds it, so one statement reads it once. `isMeant` is asked of either table.
 */
export const hoursAndWaiting = (isMeant: Sql): Sql => sql`
  select ${KEYS}, ${FIGURE_NAMES} from usage_hours where ${isMeant} union all ${WAITING} where ${isMeant}`

/** The same from the sums over models and surfaces: over every key, or of each. */
export const sumsAndWaiting = (everyKey: boolean, isMeant: Sql): Sql => sql`
  ${SUMMED} where every_key = ${sql.lit(everyKey)} and ${isMeant} union all ${WAITING} where ${isMeant}`
