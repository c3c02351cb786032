import { signal } from '@preact/signals'
import { account } from '../api/account.ts'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'
import { Code } from './copyable.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

const WORDS = inBoth({ done: 'I have copied it' }, { done: 'Скопировано' })

interface Secret {
  readonly title: string
  readonly note: string
  readonly text: string
}

/** What is still to be shown, the oldest first. No page has it: its person may have left the one that made it. */
const secrets = signal<readonly Secret[]>([])

account.subscribe((user) => {
  if (user === null) secrets.value = []
})

/** Has a new key or secret shown until its person says that it is copied, whatever page they are on by then. */
export const showOnce = (title: string, note: string, text: string): void => {
  // A turn later, when the form is gone: the focus goes back to where it was before that, and comes here from there.
  setTimeout(() => {
    secrets.value = [...secrets.value, { title, note, text }]
  })
}

/** Shows new keys and secrets one after the other: each is never shown again. */
export const ShownOnce = () => {
  const [shown, ...others] = secrets.value
  if (shown === undefined) return null
  const { title, note, text } = shown
  const drop = (): void => {
    secrets.value = others
  }
  return (
    <Dialog key={text} title={title} onClose={drop} staysOpen>
      <Notice kind="waiting">{note}</Notice>
      <Code text={text} label={title} />
      <Button kind="main" onPress={drop}>
        {WORDS().done}
      </Button>
    </Dialog>
  )
}
