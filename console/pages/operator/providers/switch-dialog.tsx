import { useSignal } from '@preact/signals'
import { call } from '../../../api/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, useAction } from '../../../ui/form.tsx'
import { PROVIDERS_WORDS } from './providers-words.ts'
import { reasonTitle } from '../../../words/column-titles.ts'

/** What a switch is for: a provider, or one model of it. */
export interface Switched {
  readonly provider: string
  readonly upstreamModel: string | null
}

interface SwitchDialogProps extends Switched {
  readonly isOn: boolean
  readonly onDone: () => void
  readonly onClose: () => void
}

/** Asks for the reason before something is switched off or on. */
export const SwitchDialog = ({ provider, upstreamModel, isOn, onDone, onClose }: SwitchDialogProps) => {
  const words = PROVIDERS_WORDS()
  const reason = useSignal('')
  const action = useAction()
  const send = async (): Promise<void> => {
    const body = { provider, upstream_model: upstreamModel, on: !isOn, reason: reason.value.trim() || null }
    const done = await action.run(() => call('POST /v1/operator/providers/switch', { body }))
    if (done === null) return
    onClose()
    onDone()
  }
  return (
    <Dialog title={isOn ? words.switchOffTitle : words.switchOnTitle} onClose={onClose}>
      <p>
        <code class="breakable">{upstreamModel === null ? provider : `${provider} ${upstreamModel}`}</code>
      </p>
      <p>{isOn ? words.switchOffText : words.switchOnText}</p>
      <Form action={action} onSend={send}>
        <Field label={reasonTitle()} hint={words.reasonHint} value={reason} maxLength={500} />
        <div class="row">
          <Button kind={isOn ? 'danger' : 'main'} isBusy={action.isRunning.value}>
            {isOn ? words.switchOff : words.switchOn}
          </Button>
          <Button onPress={onClose}>{words.leave}</Button>
        </div>
      </Form>
    </Dialog>
  )
}
