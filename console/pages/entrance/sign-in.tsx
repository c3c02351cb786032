import { useSignal } from '@preact/signals'
import { useMethods } from '../../ui/known.ts'
import { useEffect } from 'preact/hooks'
import { call } from '../../api/call.ts'
import { session, signedIn } from '../../api/session.ts'
import { goTo, keepingWanted, wantedAddress } from '../../location.ts'
import { useArrival } from '../../ui/arrival.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ENTRANCE_WORDS } from './entrance-words.ts'
import { SocialWays } from './social-ways.tsx'

const SignIn = () => {
  const words = ENTRANCE_WORDS()
  const email = useSignal('')
  const password = useSignal('')
  const action = useAction()
  const methods = useMethods()
  const known = methods.state.value.tag === 'ready' ? methods.state.value.value : null
  const notice = session.value.tag === 'signed_out' ? session.value.notice : null
  const isReset = useArrival('reset') !== null
  const isSignedIn = session.value.tag === 'signed_in'

  useEffect(() => {
    if (isSignedIn) goTo(wantedAddress(), 'replace')
  }, [isSignedIn])

  const send = async (): Promise<void> => {
    const body = { email: email.value, password: password.value }
    const made = await action.run(() => call('POST /v1/console/session', { body, anonymous: true }))
    if (made !== null) signedIn(made)
  }

  return (
    <Page title={words.signIn}>
      {notice === 'ended' && <Notice kind="waiting">{words.ended}</Notice>}
      {notice === 'deleted' && <Notice kind="done">{words.deleted}</Notice>}
      {isReset && <Notice kind="done">{words.resetDone}</Notice>}
      <Form action={action} onSend={send}>
        <Field label={words.email} value={email} type="email" autoComplete="username" isRequired />
        <Field label={words.password} value={password} type="password" autoComplete="current-password" isRequired />
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.signIn}
        </Button>
      </Form>
      <SocialWays providers={known?.providers ?? []} />
      <p>
        <Link to="/forgot-password">{words.forgot}</Link>
      </p>
      {known?.registration !== 'closed' && (
        <p>
          {words.noAccount} <Link to={keepingWanted('/sign-up')}>{words.signUp}</Link>
        </p>
      )}
    </Page>
  )
}

export default SignIn
