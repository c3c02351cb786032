import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { TOP_UP_REFUND_KIND } from '../../../domain/ledger/transfer.ts'
import { DEEPER, MARK_OF_TEXT, RECEIPT_NAMES, USED_FIGURES } from '../../../domain/ledger/usage/used-figures.ts'
import { USAGE_FIGURES } from '../../../domain/ledger/usage/usage-sums.ts'
import { columnOf } from '../schema/usage-tables.ts'

type Sql = RawBuilder<unknown>

/** The figures of `usage_hours`. */
export const FIGURES = USAGE_FIGURES.map(columnOf)

/** The first 48 bits of a UUIDv7 are its time in milliseconds. An id of another version has none. */
const HOUR = sql`
  case when substr(h.text_id, 15, 1) = '7'
       then to_timestamp((('x' || substr(h.text_id, 1, 8) || substr(h.text_id, 10, 4))::bit(48)::bigint / 3600000 * 3600)
         ::double precision)
       else date_trunc('hour', h.created_at, 'UTC') end`

/** For chat the receipt names the surface. For every other kind of work the kind is the surface. */
const surfaceOf = (kind: Sql): Sql =>
  sql`case ${kind} when 'message' then 'account' when 'chat' then h.receipt ->> 'surface' else ${kind} end`

/** The hold behind the refund of a top-up is no call. */
const isCall = (kind: Sql): Sql => sql`${kind} <> ${sql.lit(TOP_UP_REFUND_KIND)}`

/** The kind of a row `h` of `holds`: the beginning of its reference. */
const KIND = sql`split_part(h.reference, ':', 1)`

export const SURFACE = surfaceOf(KIND)
export const IS_CALL = isCall(KIND)

/** What is no number, or too great for the sums, is left out. */
const figure = (name: string, times: number): Sql => {
  const value = sql`(h.used ->> ${sql.lit(name)})::numeric * ${sql.lit(times)}`
  return sql`
    case jsonb_typeof(h.used -> ${sql.lit(name)}) when 'number'
         then case when abs(${value}) <= ${sql.lit(Number.MAX_SAFE_INTEGER)} then round(${value}) end end`
}

const sumOf = (names: readonly string[], times: number): Sql =>
  names.length === 0
    ? sql`null::numeric`
    : sql.join(
        names.map((name) => sql`coalesce(${figure(name, times)}, 0)`),
        sql` + `,
      )

/** Most work is text, whose figures are read without a look for those of other kinds: this runs once for each call. */
const USED = sql.join(
  USED_FIGURES.map((name) => {
    const { inText, elsewhere, times } = RECEIPT_NAMES[name]
    const [ofText, ofOthers] = [sumOf(inText, times), sumOf(elsewhere, times)]
    return sql`case when h.is_text then ${ofText} else ${ofOthers} end as ${sql.ref(columnOf(name))}`
  }),
)

/** The parts of a hold `i` that several columns are made of; its figures lie in `used`, of speech one step deeper. */
const partsOf = (receipt: Sql, used: Sql): Sql => sql`
  i.id, i.id::text as text_id, i.wallet, i.budget_id, i.created_at, ${receipt} as receipt,
  split_part(i.reference, ':', 1) as kind, coalesce(${used} -> ${sql.lit(DEEPER)}, ${used}) as used,
  coalesce(${used} -> ${sql.lit(DEEPER)}, ${used}) ? ${sql.lit(MARK_OF_TEXT)} as is_text`

/**
 * One usage row for each hold that has ended. `holds` selects rows of `holds`. A late receipt is no part of the end: it
 * must make no difference whether the end was counted before the receipt came or after it.
 */
export const endedRows = (holds: Sql): Sql => {
  const own = sql`case when i.release_reason is not null and i.receipt ? 'late' then null else i.receipt end`
  return sql`
    select h.wallet, ${HOUR} as hour, h.budget_id, h.receipt ->> 'model' as model, ${surfaceOf(sql`h.kind`)} as surface, 1 as calls,
           case when h.release_reason = 'refused' then 1 end as refusals,
           case when h.release_reason not in ('refused', 'zero_price') then 1 end as failures,
           ${USED}, h.settled_amount as cost, 0 as written_off
      from (select ${partsOf(own, sql`(${own} -> 'usage')`)}, i.release_reason, i.settled_amount
              from (${holds}) as i offset 0) as h
     where ${isCall(sql`h.kind`)}`
}

/** The money that moved apart from the settled amounts of holds, with the late receipts that came with it. */
export const apartRows = (holds: Sql): Sql => {
  const late = sql`case when i.receipt ? 'late' then i.receipt -> 'usage' end`
  return sql`
    select h.wallet, ${HOUR} as hour, h.budget_id, h.receipt ->> 'model' as model, ${surfaceOf(sql`h.kind`)} as surface,
           0 as calls, 0 as refusals, 0 as failures, ${USED},
           case when h.state = 'settled' then -coalesce(w.amount, 0) else coalesce(c.amount, 0) end as cost,
           coalesce(w.amount, 0) as written_off
      from (select ${partsOf(sql`i.receipt`, sql`(${late})`)}, i.state from (${holds}) as i offset 0) as h
      left join transfers c on c.id = h.id and c.kind = 'charge'
      left join transfers w on w.hold_id = h.id and w.kind = 'writeoff'`
}

/** The columns by which `usage_hours` keeps its rows apart. */
export const KEYS = sql`wallet, hour, budget_id, model, surface`

export const FIGURE_NAMES = sql.join(FIGURES.map((name) => sql.ref(name)))

/** Rows of one wallet, or of each where `wallet` is null. */
export const isOf = (wallet: Sql | null): Sql => (wallet === null ? sql`true` : sql`wallet = ${wallet}`)

export const SUMMED = sql.join(
  FIGURES.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
)
