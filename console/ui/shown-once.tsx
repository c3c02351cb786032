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
  /** Null while there is nothing to show. */
  readonly secret: Signal<string | null>
}

/** Shows a new key or a secret until the person says that it is copied: it is the only time that anybody sees it. */
export const ShownOnce = ({ title, note, secret }: ShownOnceProps) =>
  secret.value !== null && (
    <Dialog
      title={title}
      onClose={() => {
        secret.value = null
      }}
      staysOpen
    >
      <Notice kind="waiting">{note}</Notice>
      <Code text={secret.value} label={title} />
      <Button
        kind="main"
        onPress={() => {
          secret.value = null
        }}
      >
        {WORDS().done}
      </Button>
    </Dialog>
  )
