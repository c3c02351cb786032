import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../../ui/form.tsx'
import { kindText, MAIL_WORDS } from './mail-words.ts'
import { reasonTitle } from '../../../words/column-titles.ts'

export type Verb = 'retry' | 'giveUp'

interface ChangeDialogProps {
  readonly mail: Schemas['OperatorMail']
  readonly verb: Verb
  readonly onDone: () => void
  readonly onClose: () => void
}

const MAX_REASON_CHARACTERS = 500

/** Sends a mail message again, or gives it up. */
export const ChangeDialog = ({ mail, verb, onDone, onClose }: ChangeDialogProps) => {
  const words = MAIL_WORDS()
  const reason = useSignal('')
  const action = useAction()

  const send = async (): Promise<void> => {
    const given = { path: { mail_id: mail.id }, body: { reason: reason.value.trim() || null } }
    await action.run(() =>
      verb === 'retry'
        ? call('POST /v1/operator/mail/{mail_id}/retry', given)
        : call('POST /v1/operator/mail/{mail_id}/give-up', given),
    )
    if (action.failure.value !== null) return
    onClose()
    onDone()
  }
  return (
    <Dialog title={words[verb]} onClose={onClose}>
      <p>
        {kindText(mail)}, {mail.recipient}
      </p>
      <Form action={action} onSend={send} fields={['reason']}>
        <Field
          label={reasonTitle()}
          value={reason}
          problem={problemOf(action, 'reason')}
          maxLength={MAX_REASON_CHARACTERS}
        />
        <Button kind={verb === 'retry' ? 'main' : 'danger'} isBusy={action.isRunning.value}>
          {words[verb]}
        </Button>
      </Form>
    </Dialog>
  )
}
