import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { NewPassword } from '../../ui/new-password.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SETTINGS_WORDS } from './settings-words.ts'

/** Changes the password; an account that has none gets one by mail. */
export const Password = ({ user }: { readonly user: Schemas['UserMe'] }) => {
  const words = SETTINGS_WORDS()
  const [current, next] = [useSignal(''), useSignal('')]
  const isDone = useSignal(false)
  const action = useAction()

  const change = async (): Promise<void> => {
    isDone.value = false
    const body = { current_password: current.value, new_password: next.value }
    await action.run(() => call('POST /v1/me/change-password', { body }))
    if (action.failure.value !== null) return
    isDone.value = true
    current.value = ''
    next.value = ''
  }
  const askForMail = async (): Promise<void> => {
    const sent = await action.run(() =>
      call('POST /v1/auth/forgot-password', { body: { email: user.email }, anonymous: true }),
    )
    isDone.value = sent !== null
  }

  if (!user.has_password) {
    return (
      <section>
        <h2>{words.password}</h2>
        <p>{words.noPassword}</p>
        {isDone.value && <Notice kind="done">{words.resent}</Notice>}
        <Form action={action} onSend={askForMail}>
          <Button isBusy={action.isRunning.value}>{words.setPassword}</Button>
        </Form>
      </section>
    )
  }
  return (
    <section>
      <h2>{words.password}</h2>
      <Form action={action} onSend={change} fields={['new_password']}>
        <Field label={words.current} value={current} type="password" autoComplete="current-password" isRequired />
        <NewPassword label={words.next} hint={words.nextHint} value={next} action={action} field="new_password" />
        {isDone.value && <Notice kind="done">{words.changed}</Notice>}
        <Button isBusy={action.isRunning.value}>{words.change}</Button>
      </Form>
    </section>
  )
}
