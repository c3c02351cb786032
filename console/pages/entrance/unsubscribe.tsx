import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { MAIL_WORDS } from './mail-words.ts'

/** Ends the mails of one kind, by the token of such a mail, without a session. */
const Unsubscribe = () => {
  const words = MAIL_WORDS()
  const token = query().get('token') ?? ''
  const isDone = useSignal(false)
  const action = useAction()
  const send = async (): Promise<void> => {
    const done = await action.run(() =>
      call('POST /v1/me/notifications/unsubscribe', { query: { token }, anonymous: true }),
    )
    isDone.value = done !== null
  }
  return (
    <Page title={words.unsubscribeTitle} lead={words.unsubscribeLead}>
      {isDone.value ? (
        <Notice kind="done">{words.unsubscribed}</Notice>
      ) : (
        <Form action={action} onSend={send}>
          <Button kind="main" isBusy={action.isRunning.value} isDisabled={token === ''}>
            {words.unsubscribe}
          </Button>
        </Form>
      )}
      <Link to="/">{words.goOn}</Link>
    </Page>
  )
}

export default Unsubscribe
