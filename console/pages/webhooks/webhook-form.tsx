import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf } from '../../ui/form.tsx'
import type { Action } from '../../ui/form.tsx'
import { EVENT_WORDS } from '../../words/event-words.ts'
import { WEBHOOKS_WORDS } from './webhooks-words.ts'

const KINDS = ['balance.low', 'key.budget_80', 'key.budget_100', 'topup.succeeded', 'topup.failed'] as const

export type WebhookFields = Pick<Schemas['WebhookResponse'], 'url' | 'description' | 'events' | 'enabled'>

export interface WebhookDraft {
  readonly url: Signal<string>
  readonly description: Signal<string>
  readonly events: Signal<WebhookFields['events']>
  readonly enabled: Signal<boolean>
}

export const useWebhookDraft = (before: WebhookFields): WebhookDraft => ({
  url: useSignal(before.url),
  description: useSignal(before.description ?? ''),
  events: useSignal(before.events),
  enabled: useSignal(before.enabled),
})

export const webhookFieldsOf = (draft: WebhookDraft): WebhookFields => ({
  url: draft.url.value.trim(),
  description: draft.description.value.trim() || null,
  events: draft.events.value,
  enabled: draft.enabled.value,
})

const EventChoice = ({ chosen, problem }: { readonly chosen: WebhookDraft['events']; readonly problem: boolean }) => {
  const words = WEBHOOKS_WORDS()
  const events = chosen.value
  return (
    <fieldset class="choices">
      <legend>{words.events}</legend>
      <Check
        label={words.everyKind}
        isChecked={events === null}
        onChange={(isEvery) => {
          chosen.value = isEvery ? null : KINDS
        }}
      />
      {events !== null &&
        KINDS.map((kind) => (
          <Check
            key={kind}
            label={EVENT_WORDS()[kind]}
            isChecked={events.includes(kind)}
            onChange={(isWanted) => {
              chosen.value = KINDS.filter((each) => (each === kind ? isWanted : events.includes(each)))
            }}
          />
        ))}
      {problem && (
        <p class="problem" role="alert">
          {words.noKind}
        </p>
      )}
    </fieldset>
  )
}

interface WebhookFormProps {
  readonly draft: WebhookDraft
  readonly action: Action
  readonly onSend: () => unknown
  readonly sendText: string
}

export const WebhookForm = ({ draft, action, onSend, sendText }: WebhookFormProps) => {
  const words = WEBHOOKS_WORDS()
  return (
    <Form action={action} onSend={onSend} fields={['url', 'description', 'events']}>
      <Field
        label={words.url}
        value={draft.url}
        type="url"
        hint={words.urlHint}
        problem={problemOf(action, 'url') === null ? null : words.urlProblem}
        maxLength={2048}
        isRequired
      />
      <Field
        label={words.description}
        value={draft.description}
        maxLength={200}
        problem={problemOf(action, 'description')}
      />
      <EventChoice chosen={draft.events} problem={problemOf(action, 'events') !== null} />
      <Check
        label={words.isOn}
        isChecked={draft.enabled.value}
        onChange={(isChecked) => {
          draft.enabled.value = isChecked
        }}
      />
      <Button kind="main" isBusy={action.isRunning.value}>
        {sendText}
      </Button>
    </Form>
  )
}
