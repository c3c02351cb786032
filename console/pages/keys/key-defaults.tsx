import { call } from '../../api/call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, useAction } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { useResource } from '../../ui/resource.ts'
import { KEYS_WORDS } from './keys-words.ts'
import { saveText } from '../../words/saving-words.ts'
import { LIMIT_FIELDS, limitsOf, useLimitDraft } from './limit-draft.ts'
import type { Limits } from './limit-draft.ts'
import { LimitFields } from './limit-fields.tsx'

interface DefaultsFormProps {
  readonly defaults: Limits
  readonly onSaved: () => void
}

const DefaultsForm = ({ defaults, onSaved }: DefaultsFormProps) => {
  const draft = useLimitDraft(defaults)
  const action = useAction()

  const send = async (): Promise<void> => {
    const saved = await action.run(() => call('PUT /v1/me/api-key-defaults', { body: limitsOf(draft) }))
    if (saved !== null) onSaved()
  }
  return (
    <Form action={action} onSend={send} fields={LIMIT_FIELDS}>
      <LimitFields draft={draft} action={action} />
      <Button kind="main" isBusy={action.isRunning.value}>
        {saveText()}
      </Button>
    </Form>
  )
}

/** The limits that a new key begins with. */
export const KeyDefaults = ({ onClose }: { readonly onClose: () => void }) => {
  const words = KEYS_WORDS()
  const defaults = useResource('key-defaults', (signal) => call('GET /v1/me/api-key-defaults', { signal }))
  return (
    <Dialog title={words.defaults} onClose={onClose}>
      <p>{words.defaultsText}</p>
      <Loaded of={defaults}>{(limits) => <DefaultsForm defaults={limits} onSaved={onClose} />}</Loaded>
    </Dialog>
  )
}
