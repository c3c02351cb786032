import { useSignal } from '@preact/signals'
import { useMethods } from '../../ui/known.ts'
import { call } from '../../api/call.ts'
import { signedIn } from '../../api/session.ts'
import { goTo, keepingWanted, wantedAddress } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { NewPassword } from '../../ui/new-password.tsx'
import { Page } from '../../ui/page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ACCOUNT_FAILURES } from '../../words/account-failures.ts'
import { ENTRANCE_WORDS } from './entrance-words.ts'
import { SocialWays } from './social-ways.tsx'

const SignUp = () => {
  const words = ENTRANCE_WORDS()
  const [email, password, name] = [useSignal(''), useSignal(''), useSignal('')]
  const action = useAction()
  const methods = useMethods()
  const known = methods.state.value.tag === 'ready' ? methods.state.value.value : null

  const send = async (): Promise<void> => {
    const credentials = { email: email.value, password: password.value }
    const body = { ...credentials, display_name: name.value.trim() || null }
    const made = await action.run(async () => {
      const registered = await call('POST /v1/auth/register', { body, anonymous: true })
      return registered.ok ? call('POST /v1/console/session', { body: credentials, anonymous: true }) : registered
    })
    if (made === null) return
    signedIn(made)
    const wanted = wantedAddress()
    goTo(wanted === '/' ? '/?registered' : wanted)
  }

  if (known?.registration === 'closed') {
    return (
      <Page title={words.signUp}>
        <Notice kind="waiting">{ACCOUNT_FAILURES().registration_closed}</Notice>
        <Link to={keepingWanted('/sign-in')}>{words.signIn}</Link>
      </Page>
    )
  }
  return (
    <Page title={words.signUp} lead={words.signUpLead}>
      <Form action={action} onSend={send} fields={['email', 'password', 'display_name']}>
        <Field
          label={words.email}
          value={email}
          type="email"
          autoComplete="username"
          problem={problemOf(action, 'email')}
          isRequired
        />
        <NewPassword
          label={words.password}
          hint={words.passwordHint}
          value={password}
          action={action}
          field="password"
        />
        <Field
          label={words.displayName}
          value={name}
          autoComplete="name"
          hint={words.displayNameHint}
          problem={problemOf(action, 'display_name')}
        />
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.signUp}
        </Button>
      </Form>
      <SocialWays providers={known?.providers ?? []} />
      <p>
        {words.haveAccount} <Link to={keepingWanted('/sign-in')}>{words.signIn}</Link>
      </p>
    </Page>
  )
}

export default SignUp
