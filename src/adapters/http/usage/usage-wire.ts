import * as t from 'io-ts'
import type { UsageReport, UsageRow } from '../../../application/billing/usage/read-usage.ts'
import { unixSeconds } from '../../../domain/time-units.ts'
import { formatMicro } from '../../../domain/money/decimal.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { UsageSums } from '../../../domain/ledger/usage/usage-sums.ts'
import type { UsageGroup } from '../../../domain/usage/usage-range.ts'
import { count, finite, orNull, unixTime } from '../codecs/codecs.ts'
import { amountText } from '../codecs/money/amounts.ts'
import { currencyCodec } from '../codecs/money/wallet-wire.ts'
import { keyNameBody, writeKeyName } from '../codecs/money/receipt-fields.ts'
import { csvAnswer } from '../csv/csv-answer.ts'
import { csvHeader, csvRecords, isoTime } from '../csv/csv-line.ts'
import type { CsvColumns } from '../csv/csv-line.ts'
import type { TextResponse } from '../sending/http-response.ts'

const figures = {
  calls: count,
  refusals: count,
  failures: count,
  input_tokens: count,
  cached_tokens: count,
  cache_write_tokens: count,
  output_tokens: count,
  reasoning_tokens: count,
  images: count,
  seconds: finite,
  cost: amountText,
  written_off: amountText,
} as const

const figuresBody = t.type(figures, 'UsageSums')

/** A row has the field that its group names, and no other of them. */
const rowBody = t.intersection(
  [
    t.partial({
      hour: unixTime,
      day: t.string,
      model: orNull(t.string),
      key: orNull(keyNameBody),
      surface: orNull(t.string),
    }),
    t.type(figures),
  ],
  'UsageRow',
)

/** What every answer about usage has. */
export const usageFields = {
  from: unixTime,
  to: unixTime,
  group: t.keyof({ hour: null, day: null, model: null, key: null, surface: null }),
  time_zone: t.string,
  currency: currencyCodec,
  data: t.array(rowBody),
  total: figuresBody,
} as const

type Figures = t.TypeOf<typeof figuresBody>
type Row = t.TypeOf<typeof rowBody>

const writeFigures = (sums: UsageSums, currency: Currency): Figures => ({
  calls: sums.calls,
  refusals: sums.refusals,
  failures: sums.failures,
  input_tokens: sums.inputTokens,
  cached_tokens: sums.cachedTokens,
  cache_write_tokens: sums.cacheWriteTokens,
  output_tokens: sums.outputTokens,
  reasoning_tokens: sums.reasoningTokens,
  images: sums.images,
  seconds: sums.milliseconds / 1000,
  cost: formatMicro(sums.cost, currency),
  written_off: formatMicro(sums.writtenOff, currency),
})

const writeGroup = (group: UsageGroup, { value, key }: UsageRow): Partial<Row> => {
  switch (group) {
    case 'hour':
      return { hour: Number(value) }
    case 'day':
      return { day: value ?? '' }
    case 'model':
      return { model: value }
    case 'key':
      return { key: key === null ? null : writeKeyName(key) }
    case 'surface':
      return { surface: value }
  }
}

/** How the sums were asked for. */
interface UsageTerms {
  readonly group: UsageGroup
  readonly timeZone: string
  readonly currency: Currency
}

const writeRows = ({ rows }: UsageReport, { group, currency }: UsageTerms): readonly Row[] =>
  rows.map((row) => ({ ...writeGroup(group, row), ...writeFigures(row.sums, currency) }))

export const writeUsage = (report: UsageReport, terms: UsageTerms) => ({
  from: unixSeconds(report.range.fromMs),
  to: unixSeconds(report.range.toMs),
  group: terms.group,
  time_zone: terms.timeZone,
  currency: terms.currency,
  data: [...writeRows(report, terms)],
  total: writeFigures(report.total, terms.currency),
})

const GROUP_COLUMNS: Readonly<Record<UsageGroup, CsvColumns<Row>>> = {
  hour: { hour: ({ hour }) => hour ?? null, hour_iso: ({ hour }) => (hour === undefined ? null : isoTime(hour)) },
  day: { day: ({ day }) => day ?? null },
  model: { model: ({ model }) => model ?? null },
  key: {
    key_id: ({ key }) => key?.id ?? null,
    key_name: ({ key }) => key?.name ?? null,
    key: ({ key }) => key?.masked ?? null,
  },
  surface: { surface: ({ surface }) => surface ?? null },
}

const FIGURE_COLUMNS = Object.fromEntries(
  (Object.keys(figures) as (keyof Figures)[]).map((name) => [name, (row: Row) => row[name]]),
) as CsvColumns<Row>

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/** The rows as a table, without the total, which a spreadsheet makes itself. */
export const usageTable = (report: UsageReport, terms: UsageTerms): TextResponse => {
  const columns = { ...GROUP_COLUMNS[terms.group], ...FIGURE_COLUMNS }
  return csvAnswer('usage', once(csvHeader(columns) + csvRecords(columns)(writeRows(report, terms))))
}
