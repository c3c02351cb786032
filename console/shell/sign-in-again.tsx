import { useSignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import { awaited, stopAwaiting } from '../api/account.ts'
import { call } from '../api/call.ts'
import { signedIn } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Form, useAction } from '../ui/form.tsx'
import { failureText } from '../words/failure-words.ts'
import { inBoth } from '../words/language.ts'

const WORDS = inBoth(
  {
    title: 'Sign in again',
    password: 'Password',
    signIn: 'Sign in',
    leave: 'To the sign-in page',
  },
  {
    title: 'Войдите снова',
    password: 'Пароль',
    signIn: 'Войти',
    leave: 'На страницу входа',
  },
)

/** Stands over a page that waits for its person, and lets no other go on there. */
const SignInAgain = ({ email }: { readonly email: string }) => {
  const words = WORDS()
  const password = useSignal('')
  const action = useAction()
  const leaving = useMemo(() => new AbortController(), [])
  // An answer that comes after the person has left opens no session.
  useEffect(() => () => leaving.abort(), [])
  const send = async (): Promise<void> => {
    const body = { email, password: password.value }
    const made = await action.run(() =>
      call('POST /v1/console/session', { body, anonymous: true, signal: leaving.signal }),
    )
    if (made === null) return
    awaited.value = null
    signedIn(made)
  }
  return (
    <Dialog title={words.title} onClose={stopAwaiting} staysOpen>
      <p>{failureText({ tag: 'signed_out' })}</p>
      <p class="breakable">{email}</p>
      <Form action={action} onSend={send}>
        <input type="email" autoComplete="username" value={email} hidden readOnly />
        <Field label={words.password} value={password} type="password" autoComplete="current-password" isRequired />
        <div class="row">
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.signIn}
          </Button>
          <Button onPress={stopAwaiting}>{words.leave}</Button>
        </div>
      </Form>
    </Dialog>
  )
}

export default SignInAgain
