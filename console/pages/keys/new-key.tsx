import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useResource } from '../../ui/resource.ts'
import { showOnce } from '../../ui/shown-once.tsx'
import { KeyForm, keyFieldsOf, useKeyDraft } from './key-form.tsx'
import { KEYS_WORDS } from './keys-words.ts'
import type { Limits } from './limit-draft.ts'

interface NewKeyProps {
  /** Hears of the key even where the person has closed the form before the answer came. */
  readonly onMade: () => void
  readonly onClose: () => void
}

const NewKeyForm = ({ defaults, onMade, onClose }: NewKeyProps & { readonly defaults: Limits }) => {
  const words = KEYS_WORDS()
  const before = { ...defaults, name: '', note: null, expires_at: null }
  const draft = useKeyDraft(before)
  const action = useAction()

  const send = async (): Promise<void> => {
    const made = await action.run(() => call('POST /v1/me/api-keys', { body: keyFieldsOf(draft, before) }))
    if (made === null) return
    showOnce(words.ready, words.shownOnce, made.key)
    onClose()
    onMade()
  }
  return <KeyForm draft={draft} action={action} onSend={send} sendText={words.make} />
}

/** Makes a key, from the owner's defaults. */
export const NewKey = (props: NewKeyProps) => {
  const defaults = useResource('key-defaults', (signal) => call('GET /v1/me/api-key-defaults', { signal }))
  return (
    <Dialog title={KEYS_WORDS().make} onClose={props.onClose}>
      <Loaded of={defaults}>{(limits) => <NewKeyForm defaults={limits} {...props} />}</Loaded>
    </Dialog>
  )
}
