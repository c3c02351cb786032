import { useSignal } from '@preact/signals'
import { account } from '../../api/account.ts'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SETTINGS_WORDS } from './settings-words.ts'
import { savedText, saveText } from '../../words/saving-words.ts'

/** The address with its state, and the name. */
export const Profile = ({ user }: { readonly user: Schemas['UserMe'] }) => {
  const words = SETTINGS_WORDS()
  const name = useSignal(user.display_name ?? '')
  const isSaved = useSignal(false)
  const wasSent = useSignal<boolean | null>(null)
  const saving = useAction()
  const sending = useAction()

  const save = async (): Promise<void> => {
    isSaved.value = false
    const body = { display_name: name.value.trim() || null }
    const saved = await saving.run(() => call('PATCH /v1/me', { body }))
    if (saved === null) return
    account.value = saved
    isSaved.value = true
  }
  const resend = async (): Promise<void> => {
    const answer = await sending.run(() => call('POST /v1/auth/resend-verification'))
    if (answer !== null) wasSent.value = answer.sent
  }

  return (
    <section>
      <h2>{words.profile}</h2>
      <p>
        {words.email}: <strong>{user.email}</strong>, {user.email_verified ? words.confirmed : words.unconfirmed}
      </p>
      {!user.email_verified && (
        <Button isBusy={sending.isRunning.value} onPress={resend}>
          {words.resend}
        </Button>
      )}
      {wasSent.value !== null && (
        <Notice kind={wasSent.value ? 'done' : 'waiting'}>{wasSent.value ? words.resent : words.notResent}</Notice>
      )}
      <Form action={saving} onSend={save} fields={['display_name']}>
        <Field
          label={words.name}
          value={name}
          autoComplete="name"
          maxLength={100}
          problem={problemOf(saving, 'display_name')}
        />
        {isSaved.value && <Notice kind="done">{savedText()}</Notice>}
        <Button isBusy={saving.isRunning.value}>{saveText()}</Button>
      </Form>
    </section>
  )
}
