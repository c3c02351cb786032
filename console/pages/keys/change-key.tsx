import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { changedFields } from '../../ui/changed-fields.ts'
import { Check } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useAction } from '../../ui/form.tsx'
import { Money, Moment } from '../../ui/money.tsx'
import { KeyForm, keyFieldsOf, useKeyDraft } from './key-form.tsx'
import { KEYS_WORDS } from './keys-words.ts'
import { saveText } from '../../words/saving-words.ts'

type Key = Schemas['ApiKeyResponse']

interface ChangeKeyProps {
  readonly apiKey: Key
  readonly onChanged: () => void
  readonly onClose: () => void
}

const Facts = ({ apiKey }: { readonly apiKey: Key }) => {
  const words = KEYS_WORDS()
  return (
    <dl class="facts">
      <dt>{words.made}</dt>
      <dd>
        <Moment at={apiKey.created_at} />
      </dd>
      <dt>{words.spentInAll}</dt>
      <dd>
        <Money amount={apiKey.spent} />
      </dd>
      {apiKey.period_spent !== null && apiKey.period_ends_at !== null && (
        <>
          <dt>{words.spentInPeriod}</dt>
          <dd>
            <Money amount={apiKey.period_spent} />, {words.until} <Moment at={apiKey.period_ends_at} />
          </dd>
        </>
      )}
    </dl>
  )
}

/** Changes what a key may do. Only what was changed here is sent. */
export const ChangeKey = ({ apiKey, onChanged, onClose }: ChangeKeyProps) => {
  const words = KEYS_WORDS()
  const draft = useKeyDraft(apiKey)
  const isOn = useSignal(!apiKey.disabled)
  const action = useAction()

  const send = async (): Promise<void> => {
    const after = { ...apiKey, ...keyFieldsOf(draft, apiKey), disabled: !isOn.value }
    const body = changedFields<Schemas['ApiKeyUpdateRequest']>(apiKey, after)
    const changed = await action.run(() =>
      call('PATCH /v1/me/api-keys/{key_id}', { path: { key_id: apiKey.id }, body }),
    )
    if (changed === null) return
    onChanged()
    onClose()
  }
  return (
    <Dialog title={words.changeTitle(apiKey.name)} onClose={onClose}>
      <Facts apiKey={apiKey} />
      <p>
        <Check
          label={words.isOn}
          isChecked={isOn.value}
          onChange={(isChecked) => {
            isOn.value = isChecked
          }}
        />
      </p>
      <KeyForm draft={draft} action={action} onSend={send} sendText={saveText()} />
    </Dialog>
  )
}
