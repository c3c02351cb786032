import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { signedOut } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { SETTINGS_WORDS } from './settings-words.ts'

/** Deletes the account, once its address was typed. */
export const Deletion = ({ user }: { readonly user: Schemas['UserMe'] }) => {
  const words = SETTINGS_WORDS()
  const isAsking = useSignal(false)
  const typed = useSignal('')
  const action = useAction()

  const close = (): void => {
    isAsking.value = false
    typed.value = ''
  }
  const remove = async (): Promise<void> => {
    await action.run(() => call('DELETE /v1/me'))
    if (action.failure.value === null) signedOut('deleted')
  }

  return (
    <section>
      <h2>{words.deletion}</h2>
      <p>{words.deletionText}</p>
      <Button
        onPress={() => {
          isAsking.value = true
        }}
      >
        {words.deletionStart}
      </Button>
      {isAsking.value && (
        <Dialog title={words.deletionTitle} onClose={close}>
          <Form action={action} onSend={() => void remove()}>
            <Field label={words.deletionConfirm(user.email)} value={typed} autoComplete="off" isRequired />
            <div class="row">
              <Button kind="danger" isBusy={action.isRunning.value} isDisabled={typed.value.trim() !== user.email}>
                {words.deletionEnd}
              </Button>
              <Button onPress={close}>{words.keep}</Button>
            </div>
          </Form>
        </Dialog>
      )}
    </section>
  )
}
