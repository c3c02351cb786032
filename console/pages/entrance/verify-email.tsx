import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadAccount } from '../../api/account.ts'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { session, signedOut } from '../../api/session.ts'
import { query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ENTRANCE_WORDS } from './entrance-words.ts'

/**
 * Confirms the address of the link. In a session of the account, or with its password, nothing else changes. Without
 * either the account's older access ends (contract 4), so the page never does that unasked.
 */
const VerifyEmail = () => {
  const words = ENTRANCE_WORDS()
  const token = query().get('token') ?? ''
  const password = useSignal('')
  const proven = useSignal<Schemas['VerifyEmailResponse'] | null>(null)
  const action = useAction()
  const isSignedIn = session.value.tag === 'signed_in'

  const verify = async (given: string | null): Promise<void> => {
    const done = await action.run(() =>
      isSignedIn
        ? call('POST /v1/auth/verify-email', { body: { token } })
        : call('POST /v1/auth/verify-email', { body: { token, password: given }, anonymous: true }),
    )
    if (done === null) return
    proven.value = done
    if (done.access_reset === true) signedOut(null)
    else if (isSignedIn) await loadAccount()
  }

  useEffect(() => {
    if (isSignedIn && token !== '') void verify(null)
  }, [])

  if (proven.value !== null) {
    const { email, reset_token: resetToken } = proven.value
    return (
      <Page title={words.verifyTitle}>
        <Notice kind="done">{words.verified(email)}</Notice>
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
  const isGone = action.failure.value?.tag === 'refused' && action.failure.value.status === 422
  return (
    <Page title={words.verifyTitle} {...(isSignedIn ? {} : { lead: words.verifyLead })}>
      {isGone && (
        <>
          <Notice kind="problem">{words.linkGone}</Notice>
          {newMail}
        </>
      )}
      {!isSignedIn && (
        <Form action={action} onSend={() => void verify(password.value)} fields={['token']}>
          <Field label={words.password} value={password} type="password" autoComplete="current-password" isRequired />
          <Button kind="main" isBusy={action.isRunning.value}>
            {words.verify}
          </Button>
          <p class="hint">{words.verifyWithoutHint}</p>
          <Button kind="quiet" onPress={() => void verify(null)} isDisabled={action.isRunning.value}>
            {words.verifyWithout}
          </Button>
        </Form>
      )}
    </Page>
  )
}

export default VerifyEmail
