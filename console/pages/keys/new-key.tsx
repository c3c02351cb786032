import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copyable.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import type { Action } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useResource } from '../../ui/resource.ts'
import { KeyForm, keyFieldsOf, useKeyDraft } from './key-form.tsx'
import { KEYS_WORDS } from './keys-words.ts'
import type { Limits } from './limit-draft.ts'

interface NewKeyFormProps {
  readonly defaults: Limits
  readonly action: Action
  readonly onMade: (key: string) => void
}

const NewKeyForm = ({ defaults, action, onMade }: NewKeyFormProps) => {
  const before = { ...defaults, name: '', note: null, expires_at: null }
  const draft = useKeyDraft(before)

  const send = async (): Promise<void> => {
    const answer = await action.run(() => call('POST /v1/me/api-keys', { body: keyFieldsOf(draft, before) }))
    if (answer !== null) onMade(answer.key)
  }
  return <KeyForm draft={draft} action={action} onSend={() => void send()} sendText={KEYS_WORDS().make} />
}

interface NewKeyProps {
  readonly onMade: () => void
  readonly onClose: () => void
}

/**
 * Makes a key, from the owner's defaults, and shows it: it is the only time that anybody sees it. The dialog stays from
 * the moment that the key is asked for.
 */
export const NewKey = ({ onMade, onClose }: NewKeyProps) => {
  const words = KEYS_WORDS()
  const defaults = useResource('key-defaults', (signal) => call('GET /v1/me/api-key-defaults', { signal }))
  const made = useSignal<string | null>(null)
  const action = useAction()

  if (made.value !== null) {
    return (
      <Dialog title={words.ready} onClose={onClose} staysOpen>
        <Notice kind="waiting">{words.shownOnce}</Notice>
        <Code text={made.value} label={words.ready} />
        <Button kind="main" onPress={onClose}>
          {words.done}
        </Button>
      </Dialog>
    )
  }
  return (
    <Dialog title={words.make} onClose={onClose} staysOpen={action.isRunning.value}>
      <Loaded of={defaults}>
        {(limits) => (
          <NewKeyForm
            defaults={limits}
            action={action}
            onMade={(key) => {
              made.value = key
              onMade()
            }}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
