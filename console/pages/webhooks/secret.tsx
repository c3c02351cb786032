import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WEBHOOKS_WORDS } from './webhooks-words.ts'

/** Shows a secret: it is the only time that anybody sees it. */
export const Secret = ({ secret, onClose }: { readonly secret: string; readonly onClose: () => void }) => {
  const words = WEBHOOKS_WORDS()
  return (
    <Dialog title={words.secret} onClose={onClose} staysOpen>
      <Notice kind="waiting">{words.secretText}</Notice>
      <Code text={secret} label={words.secret} />
      <Button kind="main" onPress={onClose}>
        {words.done}
      </Button>
    </Dialog>
  )
}
