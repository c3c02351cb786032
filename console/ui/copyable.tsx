import { useSignal } from '@preact/signals'
import { inBoth } from '../words/language.ts'
import { Button } from './button.tsx'

const WORDS = inBoth(
  { copy: 'Copy', copied: 'Copied', byHand: 'Select and copy it by hand' },
  { copy: 'Копировать', copied: 'Скопировано', byHand: 'Выделите и скопируйте вручную' },
)

/** Copies a text, and says that it did. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label?: string }) => {
  const state = useSignal<'copy' | 'copied' | 'byHand'>('copy')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      state.value = 'copied'
    } catch {
      state.value = 'byHand'
    }
  }
  return (
    <span aria-live="polite">
      <Button kind="quiet" onPress={copy} {...(label === undefined ? {} : { label })}>
        {WORDS()[state.value]}
      </Button>
    </span>
  )
}

/** A text of code with a button that copies it. */
export const Code = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <div class="code">
    <pre tabIndex={0} aria-label={label}>
      <code>{text}</code>
    </pre>
    <CopyButton text={text} />
  </div>
)
