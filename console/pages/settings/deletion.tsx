import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { signedOut } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, useDialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { SETTINGS_WORDS } from './settings-words.ts'

interface AskedProps {
  readonly email: string
  readonly onClose: () => void
}

const Asked = ({ email, onClose }: AskedProps) => {
  const words = SETTINGS_WORDS()
  const typed = useSignal('')
  const action = useAction()
  const remove = async (): Promise<void> => {
    await action.run(() => call('DELETE /v1/me'))
    if (action.failure.value === null) signedOut('deleted')
  }
  return (
    <Dialog title={words.deletionTitle} onClose={onClose}>
      <Form action={action} onSend={remove}>
        <Field label={words.deletionConfirm(email)} value={typed} autoComplete="off" isRequired />
        <div class="row">
          <Button kind="danger" isBusy={action.isRunning.value} isDisabled={typed.value.trim() !== email}>
            {words.deletionEnd}
          </Button>
          <Button onPress={onClose}>{words.keep}</Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Deletes the account, once its address was typed. */
export const Deletion = ({ user }: { readonly user: Schemas['UserMe'] }) => {
  const words = SETTINGS_WORDS()
  const { open, dialog } = useDialog<null>((_, close) => <Asked email={user.email} onClose={close} />)
  return (
    <section>
      <h2>{words.deletion}</h2>
      <p>{words.deletionText}</p>
      <Button onPress={() => open(null)}>{words.deletionStart}</Button>
      {dialog}
    </section>
  )
}
