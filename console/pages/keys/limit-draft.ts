import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { figureToType, typedFigure } from '../../words/typed-figure.ts'

export type Limits = Schemas['ApiKeyDefaultsResponse']
export type Period = NonNullable<Limits['spend_limit_period']>

/** The limits that a person types. */
export const LIMIT_FIELDS = [
  'spend_limit',
  'requests_per_minute',
  'tokens_per_minute',
  'allowed_models',
  'allowed_addresses',
] as const
export type LimitField = (typeof LIMIT_FIELDS)[number]

/** The limits of a key while a person changes them: each as the text that stands in its field. */
export interface LimitDraft {
  /** What the limits were when the form opened. */
  readonly before: Limits
  /** The limits that are typed, by the field of the API. */
  readonly texts: Readonly<Record<LimitField, Signal<string>>>
  readonly period: Signal<Period | ''>
  readonly timeZone: Signal<string>
}

/** The reader's own zone: the midnights that a person thinks of. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const asText = (count: number | null): string => (count === null ? '' : String(count))

const asLines = (list: readonly string[] | null): string => (list ?? []).join('\n')

export const useLimitDraft = (before: Limits): LimitDraft => ({
  before,
  texts: {
    spend_limit: useSignal(figureToType(before.spend_limit ?? '')),
    requests_per_minute: useSignal(asText(before.requests_per_minute)),
    tokens_per_minute: useSignal(asText(before.tokens_per_minute)),
    allowed_models: useSignal(asLines(before.allowed_models)),
    allowed_addresses: useSignal(asLines(before.allowed_addresses)),
  },
  period: useSignal<Period | ''>(before.spend_limit_period ?? ''),
  timeZone: useSignal(before.spend_limit_period === null ? ownTimeZone() : before.spend_limit_time_zone),
})

/** The entries of a list, whichever way they are parted; null where there is none, which is no limit. */
const entriesOf = (text: string): readonly string[] | null => {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '')
  return entries.length === 0 ? null : entries
}

/** The text of an optional field; null where it is empty. */
export const textOrNull = (text: string): string | null => text.trim() || null

const countOrNull = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/**
 * The limits as they are sent. A limit without a period keeps its zone: there are no midnights that it could decide.
 */
export const limitsOf = ({ before, texts, ...draft }: LimitDraft): Limits => {
  const period = draft.period.value === '' ? null : draft.period.value
  return {
    spend_limit: textOrNull(typedFigure(texts.spend_limit.value)),
    spend_limit_period: period,
    spend_limit_time_zone: period === null ? before.spend_limit_time_zone : draft.timeZone.value,
    requests_per_minute: countOrNull(texts.requests_per_minute.value),
    tokens_per_minute: countOrNull(texts.tokens_per_minute.value),
    allowed_models: entriesOf(texts.allowed_models.value),
    allowed_addresses: entriesOf(texts.allowed_addresses.value),
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** A moment as a field for a day and a time has it, in the reader's zone; empty for none. */
export const localText = (unixSeconds: number | null): string => {
  if (unixSeconds === null) return ''
  const at = new Date(unixSeconds * 1_000)
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-')
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`
}

export const secondsOfLocal = (text: string): number | null =>
  text === '' ? null : Math.floor(new Date(text).getTime() / 1_000)
