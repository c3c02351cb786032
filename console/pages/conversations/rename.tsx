import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import { CONVERSATIONS_WORDS } from './conversations-words.ts'
import { saveText } from '../../words/saving-words.ts'

type Conversation = Schemas['ConversationResponse']

interface RenameProps {
  readonly conversation: Conversation
  readonly onRenamed: (conversation: Conversation) => void
  readonly onClose: () => void
}

export const Rename = ({ conversation, onRenamed, onClose }: RenameProps) => {
  const words = CONVERSATIONS_WORDS()
  const title = useSignal(conversation.title)
  const action = useAction()
  const save = async (): Promise<void> => {
    const renamed = await action.run(() =>
      call('PATCH /v1/me/conversations/{conversation_id}', {
        path: { conversation_id: conversation.id },
        body: { title: title.value.trim() },
      }),
    )
    if (renamed === null) return
    onClose()
    onRenamed(renamed)
  }
  return (
    <Dialog title={words.renameTitle} onClose={onClose}>
      <Form action={action} onSend={save} fields={['title']}>
        <Field label={words.name} value={title} maxLength={200} problem={problemOf(action, 'title')} isRequired />
        <Button kind="main" isBusy={action.isRunning.value}>
          {saveText()}
        </Button>
      </Form>
    </Dialog>
  )
}
