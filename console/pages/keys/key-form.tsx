import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf } from '../../ui/form.tsx'
import type { Action } from '../../ui/form.tsx'
import { KEYS_WORDS } from './keys-words.ts'
import { LimitFields } from './limit-fields.tsx'
import { LIMIT_FIELDS, limitsOf, localText, secondsOfLocal, textOrNull, useLimitDraft } from './limit-draft.ts'
import type { LimitDraft, Limits } from './limit-draft.ts'

/** All that an owner decides about a key, but for whether it is on. */
export type KeyFields = Limits & Pick<Schemas['ApiKeyResponse'], 'name' | 'note' | 'expires_at'>

export interface KeyDraft {
  readonly name: Signal<string>
  readonly note: Signal<string>
  readonly expiresAt: Signal<string>
  readonly limits: LimitDraft
}

export const useKeyDraft = (before: KeyFields): KeyDraft => ({
  name: useSignal(before.name),
  note: useSignal(before.note ?? ''),
  expiresAt: useSignal(localText(before.expires_at)),
  limits: useLimitDraft(before),
})

/** The key as it is sent. An end that was not changed keeps its seconds, which the field does not show. */
export const keyFieldsOf = (draft: KeyDraft, before: KeyFields): KeyFields => ({
  name: draft.name.value.trim(),
  note: textOrNull(draft.note.value),
  expires_at:
    draft.expiresAt.value === localText(before.expires_at) ? before.expires_at : secondsOfLocal(draft.expiresAt.value),
  ...limitsOf(draft.limits),
})

interface KeyFormProps {
  readonly draft: KeyDraft
  readonly action: Action
  readonly onSend: () => unknown
  readonly sendText: string
}

export const KeyForm = ({ draft, action, onSend, sendText }: KeyFormProps) => {
  const words = KEYS_WORDS()
  return (
    <Form action={action} onSend={onSend} fields={['name', 'note', 'expires_at', ...LIMIT_FIELDS]}>
      <Field
        label={words.name}
        value={draft.name}
        hint={words.nameHint}
        maxLength={100}
        problem={problemOf(action, 'name')}
        isRequired
      />
      <LimitFields draft={draft.limits} action={action} />
      <Field
        label={words.expires}
        value={draft.expiresAt}
        type="datetime-local"
        hint={words.expiresHint}
        problem={problemOf(action, 'expires_at')}
      />
      <Field label={words.note} value={draft.note} rows={2} maxLength={500} problem={problemOf(action, 'note')} />
      <Button kind="main" isBusy={action.isRunning.value}>
        {sendText}
      </Button>
    </Form>
  )
}
