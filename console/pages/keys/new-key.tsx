import { call } from '../../api/call.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useResource } from '../../ui/resource.ts'
import { KeyForm, keyFieldsOf, useKeyDraft } from './key-form.tsx'
import { KEYS_WORDS } from './keys-words.ts'
import type { Limits } from './limit-draft.ts'

interface NewKeyFormProps {
  readonly defaults: Limits
  readonly onMade: (key: string) => void
}

const NewKeyForm = ({ defaults, onMade }: NewKeyFormProps) => {
  const before = { ...defaults, name: '', note: null, expires_at: null }
  const draft = useKeyDraft(before)
  const action = useAction()

  const send = async (): Promise<void> => {
    const answer = await action.run(() => call('POST /v1/me/api-keys', { body: keyFieldsOf(draft, before) }))
    if (answer !== null) onMade(answer.key)
  }
  return <KeyForm draft={draft} action={action} onSend={() => void send()} sendText={KEYS_WORDS().make} />
}

interface NewKeyProps {
  /** Hears of the key even where the person has closed the form before the answer came. */
  readonly onMade: (key: string) => void
  readonly onClose: () => void
}

/** Makes a key, from the owner's defaults. */
export const NewKey = ({ onMade, onClose }: NewKeyProps) => {
  const defaults = useResource('key-defaults', (signal) => call('GET /v1/me/api-key-defaults', { signal }))
  return (
    <Dialog title={KEYS_WORDS().make} onClose={onClose}>
      <Loaded of={defaults}>{(limits) => <NewKeyForm defaults={limits} onMade={onMade} />}</Loaded>
    </Dialog>
  )
}
