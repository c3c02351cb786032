import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadAccount } from '../../api/account.ts'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { session, signedIn, signedOut } from '../../api/session.ts'
import { query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { FailureNotice, Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ENTRANCE_WORDS } from './entrance-words.ts'
import { MAIL_WORDS } from './mail-words.ts'

/**
 * Confirms the address of the link. In a session of the account nothing else changes. Without one the account's older
 * access ends (contract 4), so the page never does that unasked: it has a person sign in first. A wrong password beside
 * the link counts as none (ADR 0021), while a sign-in refuses it and leaves the link good.
 */
const VerifyEmail = () => {
  const words = { ...ENTRANCE_WORDS(), ...MAIL_WORDS() }
  const token = query().get('token') ?? ''
  const email = useSignal('')
  const password = useSignal('')
  const proven = useSignal<Schemas['VerifyEmailResponse'] | null>(null)
  const action = useAction()
  const isSignedIn = session.value.tag === 'signed_in'

  const verify = async (): Promise<void> => {
    const done = await action.run(() =>
      call('POST /v1/auth/verify-email', { body: { token }, ...(isSignedIn ? {} : { anonymous: true }) }),
    )
    if (done === null) return
    proven.value = done
    if (done.access_reset === true) signedOut(null)
    else if (isSignedIn) await loadAccount()
  }

  const signIn = async (): Promise<void> => {
    const body = { email: email.value, password: password.value }
    const made = await action.run(() => call('POST /v1/console/session', { body, anonymous: true }))
    if (made !== null) signedIn(made)
  }

  useEffect(() => {
    if (isSignedIn && token !== '') void verify()
  }, [isSignedIn])

  if (proven.value !== null) {
    const { email: address, reset_token: resetToken } = proven.value
    return (
      <Page title={words.verifyTitle}>
        <Notice kind="done">{words.verified(address)}</Notice>
        {resetToken === undefined ? (
          <Link to="/">{words.goOn}</Link>
        ) : (
          <>
            <p>{words.accessReset}</p>
            <Link to={`/reset-password?token=${encodeURIComponent(resetToken)}`}>{words.choosePassword}</Link>
          </>
        )}
      </Page>
    )
  }
  const newMail = (
    <p>
      <Link to="/settings">{words.newLink}</Link>
    </p>
  )
  if (token === '') {
    return (
      <Page title={words.verifyTitle}>
        <Notice kind="problem">{words.noToken}</Notice>
        {newMail}
      </Page>
    )
  }
  const failure = action.failure.value
  const isGone = problemOf(action, 'token') !== null
  return (
    <Page title={words.verifyTitle} {...(isSignedIn ? {} : { lead: words.verifyLead })}>
      {(isSignedIn || isGone) && failure !== null && <FailureNotice failure={failure} />}
      {isGone && newMail}
      {!isSignedIn && (
        <Form action={action} onSend={signIn} fields={['token']}>
          <Field label={words.email} value={email} type="email" autoComplete="username" isRequired />
          <Field label={words.password} value={password} type="password" autoComplete="current-password" isRequired />
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.verify}
          </Button>
          <p class="hint">{words.verifyWithoutHint}</p>
          <Button kind="quiet" onPress={verify} isDisabled={action.isRunning.value}>
            {words.verifyWithout}
          </Button>
        </Form>
      )}
    </Page>
  )
}

export default VerifyEmail
