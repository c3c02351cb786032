import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { UsageChange } from '../../../domain/ledger/usage/usage-change.ts'
import { USAGE_FIGURES, usageSums } from '../../../domain/ledger/usage/usage-sums.ts'
import type { UsageFigure } from '../../../domain/ledger/usage/usage-sums.ts'
import { FIGURE_NAMES, FIGURES, isOf, KEYS } from './usage-rows.ts'
import { storableJson } from '../sql/storable-json.ts'

type Sql = RawBuilder<unknown>

/** What most calls of a batch share. */
type StoredGroup = readonly [hour: number | null, model: string | null, surface: string | null]

/** A change behind its wallet, its figures in the order of `USAGE_FIGURES`; money as text, which rounds nothing. */
type StoredChange = readonly [group: number, budgetId: string | null, ...figures: readonly (number | string)[]]

/** How many characters of a line the id of the wallet has. */
const ID_LENGTH = 36

const lineOf = (change: UsageChange, group: number): string => {
  const stored: (number | string | null)[] = [group, change.budgetId]
  for (const name of USAGE_FIGURES) {
    const figure = change[name]
    stored.push(typeof figure === 'bigint' ? figure.toString() : figure)
  }
  return change.walletId + JSON.stringify(stored)
}

/** One row of `usage_batches`. */
export interface StoredBatch {
  /** An array of groups as JSON. */
  readonly groups: string
  /** A line for each change: the id of the wallet, behind it the rest as JSON. JSON has no line breaks. */
  readonly changes: string
}

/**
 * Changes as one row. It is short, because the server writes all of it twice: to its table and to its log. The ids
 * stand in front, so that the server finds the lines of one wallet without a look at the rest.
 */
export const storedBatch = (changes: readonly UsageChange[]): StoredBatch => {
  const groups: StoredGroup[] = []
  const numbers = new Map<string, number>()
  const lines: string[] = []
  for (const change of changes) {
    const { hour, model, surface } = change
    const name = `${hour} ${surface} ${model}`
    let number = numbers.get(name)
    if (number === undefined) {
      number = groups.push([hour, model, surface]) - 1
      numbers.set(name, number)
    }
    lines.push(lineOf(change, number))
  }
  return { groups: storableJson(groups), changes: lines.join('\n') }
}

const changeIn = (line: string, groups: readonly StoredGroup[], writtenHour: number): UsageChange => {
  const [group, budgetId, ...figures] = JSON.parse(line.slice(ID_LENGTH)) as StoredChange
  const [hour, model, surface] = groups[group] ?? [null, null, null]
  const figureOf = (name: UsageFigure): number | string => figures[USAGE_FIGURES.indexOf(name)] ?? 0
  return {
    walletId: line.slice(0, ID_LENGTH),
    hour: hour ?? writtenHour,
    budgetId,
    model,
    surface,
    ...usageSums(
      (name) => Number(figureOf(name)),
      (name) => BigInt(figureOf(name)),
    ),
  }
}

/** The changes of a row. A change whose own hour is not known has that in which the row was written. */
export const changesIn = ({ groups, changes }: StoredBatch, writtenHour: number): readonly UsageChange[] => {
  const found = JSON.parse(groups) as readonly StoredGroup[]
  return changes.split('\n').map((line) => changeIn(line, found, writtenHour))
}

const STORED_FIGURES = sql.join(
  FIGURES.map((name, index) => sql`(each.value ->> ${sql.lit(index + 2)})::bigint as ${sql.ref(name)}`),
)

/** Changes as rows of `usage_hours`. Only lines that pass are opened. */
const opened = (batches: Sql, passes: Sql): Sql => sql`
  select left(line, ${sql.lit(ID_LENGTH)})::uuid as wallet,
         coalesce(to_timestamp((place.value ->> 0)::double precision), date_trunc('hour', batch.written_at, 'UTC')) as hour,
         (each.value ->> 1)::uuid as budget_id, place.value ->> 1 as model, place.value ->> 2 as surface, ${STORED_FIGURES}
    from ${batches} as batch
   cross join lateral unnest(string_to_array(batch.changes, chr(10))) as line
   cross join lateral (select substr(line, ${sql.lit(ID_LENGTH + 1)})::jsonb as value offset 0) as each
   cross join lateral (select batch.groups::json -> (each.value ->> 0)::int as value offset 0) as place
   where ${passes}`

/** Changes whose hours are known as rows of `usage_hours`. */
export const addedChanges = (changes: readonly UsageChange[]): Sql => {
  const { groups, changes: lines } = storedBatch(changes)
  return opened(sql`(select ${groups}::text as groups, ${lines}::text as changes, now() as written_at)`, sql`true`)
}

/**
 * What the ledger left of one wallet, or of each where `wallet` is null, and no worker has added to the hours yet: rows
 * of `usage_hours`. Processes of an earlier release leave rows of `usage_changes`.
 */
export const waitingChanges = (wallet: Sql | null): Sql => sql`
  select ${KEYS}, ${FIGURE_NAMES} from usage_changes where ${isOf(wallet)}
  union all
  ${opened(sql`usage_batches`, wallet === null ? sql`true` : sql`starts_with(line, ${wallet}::text)`)}`
