import { problemOf } from '../../ui/form.tsx'
import type { Action } from '../../ui/form.tsx'
import { Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { KEYS_WORDS } from './keys-words.ts'
import type { LimitDraft, LimitField, Period } from './limit-draft.ts'

/** Every zone that the browser knows, and the chosen one where it does not know it. */
const timeZones = (chosen: string): readonly string[] => [
  ...new Set([chosen, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
]

interface LimitFieldsProps {
  readonly draft: LimitDraft
  readonly action: Action
}

/** How the browser takes the text of each limit: a sum, a count, or a list with an entry a line. */
const LOOKS = {
  spend_limit: { inputMode: 'decimal' },
  requests_per_minute: { type: 'number', inputMode: 'numeric' },
  tokens_per_minute: { type: 'number', inputMode: 'numeric' },
  allowed_models: { rows: 2 },
  allowed_addresses: { rows: 2 },
} as const satisfies Readonly<Record<LimitField, object>>

const TypedLimit = ({ name, draft, action }: LimitFieldsProps & { readonly name: LimitField }) => {
  const { label, hint, problem } = KEYS_WORDS().limits[name]
  const isRefused = problemOf(action, name) !== null
  return (
    <Field label={label} value={draft.texts[name]} hint={hint} problem={isRefused ? problem : null} {...LOOKS[name]} />
  )
}

/** What keeps a key within bounds; the same fields for a new key, for one that exists and for the defaults. */
export const LimitFields = (props: LimitFieldsProps) => {
  const words = KEYS_WORDS()
  const { draft } = props
  const periods = [
    { value: '', text: words.once },
    ...(['daily', 'weekly', 'monthly'] as const).map((value) => ({ value, text: words.startsAgain[value] })),
  ]
  return (
    <>
      <TypedLimit name="spend_limit" {...props} />
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
      <TypedLimit name="requests_per_minute" {...props} />
      <TypedLimit name="tokens_per_minute" {...props} />
      <TypedLimit name="allowed_models" {...props} />
      <TypedLimit name="allowed_addresses" {...props} />
    </>
  )
}
