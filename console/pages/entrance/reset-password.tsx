import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { signedOut } from '../../api/session.ts'
import { goTo, query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Check } from '../../ui/choice.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { NewPassword } from '../../ui/new-password.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { ENTRANCE_WORDS } from './entrance-words.ts'
import { MAIL_WORDS } from './mail-words.ts'

const ResetPassword = () => {
  const words = { ...ENTRANCE_WORDS(), ...MAIL_WORDS() }
  const token = query().get('token') ?? ''
  const password = useSignal('')
  const dropsAccess = useSignal(false)
  const action = useAction()

  const send = async (): Promise<void> => {
    const body = { token, new_password: password.value, drop_access: dropsAccess.value }
    const saved = await action.run(() => call('POST /v1/auth/reset-password', { body, anonymous: true }))
    if (saved === null) return
    signedOut(null)
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
      <Form action={action} onSend={send} fields={['new_password']}>
        <NewPassword
          label={words.newPassword}
          hint={words.passwordHint}
          value={password}
          action={action}
          field="new_password"
        />
        <Check
          label={words.dropAccess}
          isChecked={dropsAccess.value}
          onChange={(isChecked) => {
            dropsAccess.value = isChecked
          }}
        />
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.resetSave}
        </Button>
      </Form>
      {problemOf(action, 'token') !== null && <Link to="/forgot-password">{words.sendMail}</Link>}
    </Page>
  )
}

export default ResetPassword
