import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ENTRANCE_WORDS } from './entrance-words.ts'
import { MAIL_WORDS } from './mail-words.ts'

const ForgotPassword = () => {
  const words = { ...ENTRANCE_WORDS(), ...MAIL_WORDS() }
  const email = useSignal('')
  const sentTo = useSignal<string | null>(null)
  const action = useAction()

  const send = async (): Promise<void> => {
    const body = { email: email.value }
    const sent = await action.run(() => call('POST /v1/auth/forgot-password', { body, anonymous: true }))
    if (sent !== null) sentTo.value = body.email
  }

  return (
    <Page title={words.forgotTitle} lead={words.forgotLead}>
      {sentTo.value !== null && <Notice kind="done">{words.sent(sentTo.value)}</Notice>}
      <Form action={action} onSend={send}>
        <Field label={words.email} value={email} type="email" autoComplete="username" isRequired />
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.sendMail}
        </Button>
      </Form>
      <p>
        <Link to="/sign-in">{words.signIn}</Link>
      </p>
    </Page>
  )
}

export default ForgotPassword
