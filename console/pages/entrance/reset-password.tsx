import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { signedOut } from '../../api/session.ts'
import { goTo, query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ENTRANCE_WORDS } from './entrance-words.ts'

const ResetPassword = () => {
  const words = ENTRANCE_WORDS()
  const token = query().get('token') ?? ''
  const password = useSignal('')
  const dropsAccess = useSignal(false)
  const action = useAction()

  const send = async (): Promise<void> => {
    const body = { token, new_password: password.value, drop_access: dropsAccess.value }
    const saved = await action.run(() => call('POST /v1/auth/reset-password', { body, anonymous: true }))
    if (saved === null) return
    signedOut(false)
    goTo('/sign-in?reset', 'replace')
  }

  if (token === '') {
    return (
      <Page title={words.resetTitle}>
        <Notice kind="problem">{words.noToken}</Notice>
        <Link to="/forgot-password">{words.sendMail}</Link>
      </Page>
    )
  }
  return (
    <Page title={words.resetTitle} lead={words.resetLead}>
      <Form action={action} onSend={() => void send()} fields={['new_password']}>
        <Field
          label={words.newPassword}
          value={password}
          type="password"
          autoComplete="new-password"
          hint={words.passwordHint}
          problem={problemOf(action, 'new_password')}
          minLength={10}
          maxLength={128}
          isRequired
        />
        <label class="check">
          <input
            type="checkbox"
            checked={dropsAccess}
            onChange={(event) => {
              dropsAccess.value = event.currentTarget.checked
            }}
          />
          {words.dropAccess}
        </label>
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.resetSave}
        </Button>
      </Form>
    </Page>
  )
}

export default ResetPassword
