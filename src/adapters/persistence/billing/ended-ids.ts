import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Page } from '../../../application/page.ts'
import type { ReceiptFilter, ReceiptQuery } from '../../../application/ports/billing/receipt-log.ts'
import { HOUR_MS } from '../../../domain/time-units.ts'
import { firstIdAt, startOf } from '../../../domain/ledger/operation-time.ts'
import type { Database } from '../schema/schema.ts'
import { plainArray } from '../sql/array-literal.ts'
import { hoursWithCalls } from '../usage/hours-with-calls.ts'
import { IS_CALL, SURFACE } from '../usage/usage-rows.ts'

/** Ids from `low` on and below `high`. */
interface IdSpan {
  readonly low: string
  readonly high: string
}

const LEAST_ID = '00000000-0000-0000-0000-000000000000'
const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** The end of the year 9999, as far as the server's calendar is asked. */
const LAST_MS = 253_402_300_799_000

/** About the most rows that one page reads: some twenty milliseconds of work for the server. */
const MAX_READ = 20_000
/** So many are read at a time where a filter may leave rows out. */
const CHUNK = 1_000

/** Where a walk over spans stands: it has read everything from the place on. */
interface Walked {
  readonly found: readonly string[]
  /** The span it would read next, the first being 1. */
  readonly span: number
  /** Where in that span it stands; null at its beginning. */
  readonly ceiling: string | null
}

const wholeSpan = ({ filter: { fromMs, toMs }, before }: ReceiptQuery): IdSpan => {
  const end = toMs === null ? GREATEST_ID : firstIdAt(toMs)
  return {
    low: fromMs === null ? LEAST_ID : firstIdAt(fromMs),
    high: before === null || end < before ? end : before,
  }
}

/** Whether every receipt of the wallets passes. The range of times and the currency choose what is read. */
const takesAll = ({ model, keyId, outcome, surface }: ReceiptFilter): boolean =>
  model === null && keyId === null && outcome === null && surface === null

/**
 * Walks down the spans chunk by chunk until enough is found or too much is read, in one statement. Each chunk is read
 * from the index of one wallet's ended holds in its order, so a wallet's other years cost nothing.
 *
 * Exported for the test that reads its plan.
 */
export const walk = ({ ownerId, filter, limit }: ReceiptQuery, spans: readonly IdSpan[]) => {
  const { currency, model, keyId, outcome, surface } = filter
  const chunk = takesAll(filter) ? limit + 1 : CHUNK
  return sql<Walked>`
    with recursive walked (span, ceiling, found, read) as (
      select 1, null::uuid, '{}'::uuid[], 0
      union all
      select walked.span + case when chunk.read < ${chunk} then 1 else 0 end,
             case when chunk.read < ${chunk} then null else chunk.lowest end,
             walked.found || chunk.found, walked.read + chunk.read
        from walked
        join unnest(${plainArray(spans.map(({ low }) => low))}::uuid[], ${plainArray(spans.map(({ high }) => high))}::uuid[])
             with ordinality as spans (low, high, place) on spans.place = walked.span
        cross join lateral (
          select count(*)::int as read, (array_agg(id order by id))[1] as lowest,
                 coalesce(array_agg(id order by id desc) filter (where fits), '{}') as found
            from (
              select h.id, ${IS_CALL}
                       and (${model}::text is null or h.receipt ->> 'model' = ${model}::text)
                       and (${keyId}::uuid is null or h.budget_id = ${keyId}::uuid)
                       and (${outcome}::text is null
                            or coalesce(h.receipt ->> 'outcome', h.release_reason, 'succeeded') = ${outcome}::text)
                       and (${surface}::text is null or ${SURFACE} = ${surface}::text) as fits
                from accounts a
                cross join lateral (
                  select id, budget_id, reference, release_reason, receipt from holds
                   where wallet = a.id and state <> 'held'
                     and id >= spans.low and id < coalesce(walked.ceiling, spans.high)
                   order by id desc limit ${chunk}) h
               where a.owner = ${ownerId} and a.kind = 'user'
                 and (${currency}::text is null or a.currency = ${currency}::text)
               order by h.id desc limit ${chunk}) as one_chunk) as chunk
       where cardinality(walked.found) <= ${limit} and walked.read < ${MAX_READ})
    select span, ceiling, found from walked order by read desc, span desc limit 1`
}

interface Spans {
  readonly spans: readonly IdSpan[]
  /** Where to go on behind the spans; null if nothing lies behind them. */
  readonly end: string | null
}

/** The part of a span that lies in an hour. */
const hourOf = ({ low, high }: IdSpan, hourMs: number): IdSpan => {
  const [first, next] = [firstIdAt(hourMs), firstIdAt(hourMs + HOUR_MS)]
  return { low: first > low ? first : low, high: next < high ? next : high }
}

/**
 * What has to be walked. The usage knows the hours in which there were calls of a model, of a key or by a surface, so
 * that a rare one is found without reading what lies between. Each hour has one at least: more hours than a page
 * has rows are not needed.
 */
const spansOf = async (db: Kysely<Database>, query: ReceiptQuery): Promise<Spans> => {
  const { ownerId, filter, limit } = query
  const { currency, model, keyId, surface } = filter
  const whole = wholeSpan(query)
  if (model === null && keyId === null && surface === null) return { spans: [whole], end: null }
  const range = { firstMs: startOf(whole.low), lastMs: Math.min(startOf(whole.high), LAST_MS) }
  const hours = await hoursWithCalls(db, { ownerId, currency, model, keyId, surface, ...range, limit: limit + 1 })
  const spans = hours.map((hourMs) => hourOf(whole, hourMs))
  return { spans, end: hours.length > limit ? (spans.at(-1)?.low ?? null) : null }
}

/** One page of the ids of an owner's ended operations, the greatest first. */
export const endedIds = async (db: Kysely<Database>, query: ReceiptQuery): Promise<Page<string, string>> => {
  const { spans, end } = await spansOf(db, query)
  const { rows } = await walk(query, spans).execute(db)
  const [walked] = rows
  if (walked === undefined) throw new Error('a walk over receipts has no end')
  const { found, span, ceiling } = walked
  const ids = found.slice(0, query.limit)
  if (found.length > query.limit) return { rows: ids, next: ids.at(-1) ?? null }
  return { rows: ids, next: ceiling ?? spans[span - 1]?.high ?? end }
}
