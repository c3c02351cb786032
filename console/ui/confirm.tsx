import type { Outcome } from '../api/failure.ts'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, useAction } from './form.tsx'

const keepText = inBoth('Keep it', 'Оставить')

interface ConfirmProps<A> {
  readonly title: string
  readonly text: string
  /** What the button says that does it, and the one that does not, which else says that the thing is kept. */
  readonly doText: string
  readonly leaveText?: string
  readonly work: () => Promise<Outcome<A>>
  readonly onDone: (made: A) => void
  readonly onClose: () => void
}

/** Asks before something is taken away; a failure stands in the dialog, which stays open. */
export const Confirm = <A,>({
  title,
  text,
  doText,
  leaveText = keepText(),
  work,
  onDone,
  onClose,
}: ConfirmProps<A>) => {
  const action = useAction()
  const send = async (): Promise<void> => {
    const made = await action.run(work)
    if (action.failure.value !== null) return
    onClose()
    onDone(made as A)
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <p>{text}</p>
      <Form action={action} onSend={send}>
        <div class="row">
          <Button kind="danger" isBusy={action.isRunning.value}>
            {doText}
          </Button>
          <Button onPress={onClose}>{leaveText}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
