import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Button } from './button.tsx'

interface DialogButtonProps {
  readonly text: string
  /** Makes the dialog, and gets what takes it away. */
  readonly children: (close: () => void) => ComponentChildren
  readonly isOpenAtFirst?: boolean
}

/** The action of a page that opens a dialog, and the dialog while it is open. */
export const DialogButton = ({ text, children, isOpenAtFirst = false }: DialogButtonProps) => {
  const isOpen = useSignal(isOpenAtFirst)
  const turn = (open: boolean) => (): void => {
    isOpen.value = open
  }
  return (
    <>
      <Button kind="main" onPress={turn(true)}>
        {text}
      </Button>
      {isOpen.value && children(turn(false))}
    </>
  )
}
