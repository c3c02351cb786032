import { problemOf } from '../../ui/form.tsx'
import type { Action } from '../../ui/form.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { KEYS_WORDS } from './keys-words.ts'
import type { LimitDraft, Period } from './limit-draft.ts'

/** The fields below that show their own problem. */
export const LIMIT_FIELDS = [
  'spend_limit',
  'requests_per_minute',
  'tokens_per_minute',
  'allowed_models',
  'allowed_addresses',
] as const

/** Every zone that the browser knows, and the chosen one where it does not know it. */
const timeZones = (chosen: string): readonly string[] => [
  ...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

interface LimitFieldsProps {
  readonly draft: LimitDraft
  readonly action: Action
}

/** What keeps a key within bounds; the same fields for a new key, for one that exists and for the defaults. */
export const LimitFields = ({ draft, action }: LimitFieldsProps) => {
  const words = KEYS_WORDS()
  const problem = (field: (typeof LIMIT_FIELDS)[number]): string | null =>
    problemOf(action, field) === null ? null : words.problems[field]
  const periods = [
    { value: '', text: words.once },
    ...(['daily', 'weekly', 'monthly'] as const).map((value) => ({ value, text: words.startsAgain[value] })),
  ]
  return (
    <>
      <Field
        label={words.limit}
        value={draft.spendLimit}
        inputMode="decimal"
        hint={words.limitHint}
        problem={problem('spend_limit')}
      />
      <Choice
        label={words.period}
        value={draft.period.value}
        options={periods}
        onChoose={(value) => {
          draft.period.value = value as Period | ''
        }}
      />
      {draft.period.value !== '' && (
        <Choice
          label={words.timeZone}
          value={draft.timeZone.value}
          options={timeZones(draft.timeZone.value).map((zone) => ({ value: zone, text: zone }))}
          onChoose={(value) => {
            draft.timeZone.value = value
          }}
        />
      )}
      <Field
        label={words.requests}
        value={draft.requests}
        type="number"
        inputMode="numeric"
        hint={words.requestsHint}
        problem={problem('requests_per_minute')}
      />
      <Field
        label={words.tokens}
        value={draft.tokens}
        type="number"
        inputMode="numeric"
        hint={words.tokensHint}
        problem={problem('tokens_per_minute')}
      />
      <Field
        label={words.models}
        value={draft.models}
        rows={2}
        hint={words.modelsHint}
        problem={problem('allowed_models')}
      />
      <Field
        label={words.addresses}
        value={draft.addresses}
        rows={2}
        hint={words.addressesHint}
        problem={problem('allowed_addresses')}
      />
    </>
  )
}
