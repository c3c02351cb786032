import type { ReadUsageInput } from '../../../application/billing/usage/read-usage.ts'
import type { UsageRangeFailure } from '../../../domain/usage/usage-range.ts'
import { MOST_DAYS } from '../../../domain/usage/usage-range.ts'
import { defaulted, modelId, nullish } from '../codecs/codecs.ts'
import { USAGE_SURFACES } from '../../../domain/ledger/receipt-facts.ts'
import { queryTime } from '../codecs/query-time.ts'
import { timeZoneName } from '../codecs/time-zone.ts'
import { withSchema } from '../codecs/with-schema.ts'
import { wordOf } from '../codecs/word-codec.ts'
import { csvQuery } from '../csv/csv-answer.ts'
import { problemIn } from '../failures/protocol-failure.ts'
import type { ValidationError } from '../failures/protocol-failure.ts'

const timeZone = timeZoneName(
  'An IANA name, for days. Hours are those of UTC: where a zone is off by half an hour, an hour belongs to the day ' +
    'in which it begins.',
)

const surface = withSchema(wordOf(USAGE_SURFACES), {
  type: 'string',
  enum: USAGE_SURFACES,
  description: '`account` is work of the account interface.',
  examples: ['chat'],
})

export const surfaceFilter = nullish(surface)

/** The part of the query that every reader of usage has. */
export const usageQuery = {
  from: nullish(queryTime('The first moment; the whole hour counts. Thirty days before the end by default.')),
  to: nullish(queryTime('The end; the whole hour before it counts. Now by default.')),
  time_zone: defaulted(timeZone, 'UTC'),
  model: nullish(modelId),
  surface: surfaceFilter,
  ...csvQuery,
} as const

/** How the lengths of a range are bounded, for descriptions. */
export const RANGE_LIMITS = `At most ${MOST_DAYS.hour} days by the hour, ${MOST_DAYS.day} days otherwise.`

type UsageChoice = Pick<ReadUsageInput, 'fromMs' | 'toMs' | 'timeZone' | 'model' | 'surface'>

interface AskedUsage {
  readonly from?: number | null | undefined
  readonly to?: number | null | undefined
  readonly time_zone: string
  readonly model?: string | null | undefined
  readonly surface?: string | null | undefined
}

export const msOf = (seconds: number | null | undefined): number | null =>
  typeof seconds === 'number' ? seconds * 1000 : null

export const choiceOf = (asked: AskedUsage): UsageChoice => ({
  fromMs: msOf(asked.from),
  toMs: msOf(asked.to),
  timeZone: asked.time_zone,
  model: asked.model ?? null,
  surface: asked.surface ?? null,
})

const messageOf = (failure: UsageRangeFailure): string => {
  switch (failure.tag) {
    case 'range_is_empty':
      return 'must be before `to`'
    case 'range_too_long':
      return `must be at most ${failure.mostDays} days before \`to\``
  }
}

export const rangeProblem = (failure: UsageRangeFailure): ValidationError =>
  problemIn('query', ['from'], messageOf(failure), 'out_of_range')
