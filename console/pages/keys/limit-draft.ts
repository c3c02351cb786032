import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'

export type Limits = Schemas['ApiKeyDefaultsResponse']
export type Period = NonNullable<Limits['spend_limit_period']>

/** The limits of a key while a person changes them: each as the text that stands in its field. */
export interface LimitDraft {
  /** What the limits were when the form opened. */
  readonly before: Limits
  readonly spendLimit: Signal<string>
  readonly period: Signal<Period | ''>
  readonly timeZone: Signal<string>
  readonly requests: Signal<string>
  readonly tokens: Signal<string>
  readonly models: Signal<string>
  readonly addresses: Signal<string>
}

/** The reader's own zone: the midnights that a person thinks of. */
const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const asLines = (list: readonly string[] | null): string => (list ?? []).join('\n')

export const useLimitDraft = (before: Limits): LimitDraft => ({
  before,
  spendLimit: useSignal(before.spend_limit ?? ''),
  period: useSignal<Period | ''>(before.spend_limit_period ?? ''),
  timeZone: useSignal(before.spend_limit_period === null ? ownTimeZone() : before.spend_limit_time_zone),
  requests: useSignal(before.requests_per_minute === null ? '' : String(before.requests_per_minute)),
  tokens: useSignal(before.tokens_per_minute === null ? '' : String(before.tokens_per_minute)),
  models: useSignal(asLines(before.allowed_models)),
  addresses: useSignal(asLines(before.allowed_addresses)),
})

/** The entries of a list, whichever way they are parted; null where there is none, which is no limit. */
const entriesOf = (text: string): readonly string[] | null => {
  const entries = text.split(/[\s,;]+/).filter((entry) => entry !== '')
  return entries.length === 0 ? null : entries
}

/** The text of an optional field; null where it is empty. */
export const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim())

/** The limits as they are sent. A limit without a period keeps its zone: there are no midnights that it could decide. */
export const limitsOf = ({ before, ...draft }: LimitDraft): Limits => {
  const period = draft.period.value === '' ? null : draft.period.value
  const requests = textOrNull(draft.requests.value)
  const tokens = textOrNull(draft.tokens.value)
  return {
    spend_limit: textOrNull(draft.spendLimit.value)?.replace(',', '.') ?? null,
    spend_limit_period: period,
    spend_limit_time_zone: period === null ? before.spend_limit_time_zone : draft.timeZone.value,
    requests_per_minute: requests === null ? null : Number(requests),
    tokens_per_minute: tokens === null ? null : Number(tokens),
    allowed_models: entriesOf(draft.models.value),
    allowed_addresses: entriesOf(draft.addresses.value),
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
