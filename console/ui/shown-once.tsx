import type { Signal } from '@preact/signals'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'
import { Code } from './copyable.tsx'
import { Dialog } from './dialog.tsx'
import { Notice } from './notice.tsx'

const WORDS = inBoth({ done: 'I have copied it' }, { done: 'Скопировано' })

interface ShownOnceProps {
  readonly title: string
  readonly note: string
  /** What is still to be shown, the oldest first. */
  readonly secrets: Signal<readonly string[]>
}

/** Shows new keys or secrets, each until the person says that it is copied: it is never shown again. */
export const ShownOnce = ({ title, note, secrets }: ShownOnceProps) => {
  const [shown, ...others] = secrets.value
  const drop = (): void => {
    secrets.value = others
  }
  return (
    shown !== undefined && (
      <Dialog key={shown} title={title} onClose={drop} staysOpen>
        <Notice kind="waiting">{note}</Notice>
        <Code text={shown} label={title} />
        <Button kind="main" onPress={drop}>
          {WORDS().done}
        </Button>
      </Dialog>
    )
  )
}
