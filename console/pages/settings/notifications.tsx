import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Check, Choice } from '../../ui/choice.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useResource } from '../../ui/resource.ts'
import { EVENT_WORDS } from '../../words/event-words.ts'
import { language } from '../../words/language.ts'
import { figureToType, typedFigure } from '../../words/typed-figure.ts'
import { NOTIFICATIONS_WORDS } from './notifications-words.ts'

type Settings = Schemas['NotificationsResponse']

/** The kinds of mails, with the event of each. */
const KINDS = [
  ['balance_low', 'balance.low'],
  ['key_budget_80', 'key.budget_80'],
  ['key_budget_100', 'key.budget_100'],
  ['topup_failed', 'topup.failed'],
  ['webhook_disabled', 'webhook.disabled'],
] as const

/** Each is named in its own words. */
const LANGUAGES = [
  { value: 'en', text: 'English' },
  { value: 'ru', text: 'Русский' },
]

const NotificationsForm = ({ settings }: { readonly settings: Settings }) => {
  const words = NOTIFICATIONS_WORDS()
  const threshold = useSignal(figureToType(settings.low_balance_threshold ?? ''))
  const chosenLanguage = useSignal(settings.language)
  const mail = useSignal(settings.mail)
  const isSaved = useSignal(false)
  const typedIn = language.value
  // The same figure, as the person's new language writes it: a comma means another thing there.
  useLayoutEffect(
    () => () => {
      threshold.value = figureToType(typedFigure(threshold.value, typedIn))
    },
    [typedIn],
  )
  const action = useAction()

  const save = async (): Promise<void> => {
    isSaved.value = false
    const sum = typedFigure(threshold.value)
    const body = {
      low_balance_threshold: sum === '' ? null : sum,
      language: chosenLanguage.value,
      mail: mail.value,
    }
    isSaved.value = (await action.run(() => call('PATCH /v1/me/notifications', { body }))) !== null
  }
  return (
    <Form action={action} onSend={save} fields={['low_balance_threshold']}>
      <Field
        label={words.threshold}
        value={threshold}
        inputMode="decimal"
        hint={words.thresholdHint}
        problem={problemOf(action, 'low_balance_threshold') === null ? null : words.thresholdProblem}
      />
      <fieldset class="choices">
        <legend>{words.mails}</legend>
        {KINDS.map(([kind, event]) => (
          <Check
            key={kind}
            label={EVENT_WORDS()[event]}
            isChecked={mail.value[kind]}
            onChange={(isWanted) => {
              mail.value = { ...mail.value, [kind]: isWanted }
            }}
          />
        ))}
      </fieldset>
      <Choice
        label={words.language}
        value={chosenLanguage.value}
        options={LANGUAGES}
        onChoose={(value) => {
          chosenLanguage.value = value === 'ru' ? 'ru' : 'en'
        }}
      />
      {isSaved.value && <Notice kind="done">{words.saved}</Notice>}
      <Button isBusy={action.isRunning.value}>{words.save}</Button>
    </Form>
  )
}

/** Of what the owner is alerted by mail. */
export const Notifications = () => {
  const settings = useResource('notifications', (signal) => call('GET /v1/me/notifications', { signal }))
  return (
    <section>
      <h2>{NOTIFICATIONS_WORDS().title}</h2>
      <Loaded of={settings} lines={14}>
        {(value) => <NotificationsForm settings={value} />}
      </Loaded>
    </section>
  )
}
