import type { ComponentChildren } from 'preact'
import { useLayoutEffect } from 'preact/hooks'
import { Button } from './button.tsx'
import { useDialog } from './dialog.tsx'
import type { Close } from './dialog.tsx'

interface DialogButtonProps {
  readonly text: string
  /** Makes the dialog, and gets what takes it away. */
  readonly children: (close: Close) => ComponentChildren
  readonly isOpenAtFirst?: boolean
}

/** The action of a page that opens a dialog, and the dialog while it is open. */
export const DialogButton = ({ text, children, isOpenAtFirst = false }: DialogButtonProps) => {
  const { open, dialog } = useDialog<null>((_, close) => children(close))
  useLayoutEffect(() => {
    if (isOpenAtFirst) open(null)
  }, [])
  return (
    <>
      <Button kind="main" onPress={() => open(null)}>
        {text}
      </Button>
      {dialog}
    </>
  )
}
