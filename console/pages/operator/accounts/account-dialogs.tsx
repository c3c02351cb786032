import { useSignal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { call } from '../../../api/call.ts'
import { randomId } from '../../../api/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../../ui/form.tsx'
import type { Action } from '../../../ui/form.tsx'
import { WalletChoice } from '../../../ui/wallet-choice.tsx'
import { countText } from '../../../words/figures.ts'
import type { Currency } from '../../../words/figures.ts'
import type { Limited } from './account-state.ts'
import { ACCOUNTS_WORDS } from './accounts-words.ts'
import { typedFigure } from '../../../words/typed-figure.ts'
import { reasonTitle } from '../../../words/column-titles.ts'
import { saveText } from '../../../words/saving-words.ts'

interface DialogProps {
  readonly accountId: string
  readonly onDone: () => void
  readonly onClose: () => void
}

const MAX_REASON_CHARACTERS = 200

interface ReasonProps {
  readonly action: Action
  readonly value: Signal<string>
  readonly hint: string
}

const Reason = ({ action, value, hint }: ReasonProps) => (
  <Field
    label={reasonTitle()}
    value={value}
    hint={hint}
    problem={problemOf(action, 'reason')}
    maxLength={MAX_REASON_CHARACTERS}
    isRequired
  />
)

/** Moves money to or from a wallet of the account. */
export const Adjust = ({ accountId, onDone, onClose }: DialogProps) => {
  const words = ACCOUNTS_WORDS()
  const currency = useSignal<Currency>('RUB')
  const amount = useSignal('')
  const reason = useSignal('')
  // One id a dialog: pressed twice, or sent again after a lost answer, the money moves once.
  const id = useSignal(randomId())
  const action = useAction()

  const send = async (): Promise<void> => {
    const body = {
      id: id.value,
      currency: currency.value,
      amount: typedFigure(amount.value),
      reason: reason.value.trim(),
    }
    const path = { account_id: accountId }
    const moved = await action.run(() => call('POST /v1/operator/accounts/{account_id}/adjustments', { path, body }))
    if (moved === null) return
    onDone()
    onClose()
  }
  return (
    <Dialog title={words.adjust} onClose={onClose}>
      <Form action={action} onSend={send} fields={['amount', 'reason']}>
        <WalletChoice
          label={words.wallet}
          value={currency.value}
          onChoose={(chosen) => {
            currency.value = chosen
          }}
        />
        <Field
          label={words.amount}
          value={amount}
          hint={words.amountHint}
          problem={problemOf(action, 'amount') === null ? null : words.amountProblem}
          isRequired
        />
        <Reason action={action} value={reason} hint={words.reasonForOwner} />
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.send}
        </Button>
      </Form>
    </Dialog>
  )
}

/** Sets how many requests a minute the account may make, or takes its own number away. */
export const Limit = ({ account, accountId, onDone, onClose }: DialogProps & { readonly account: Limited }) => {
  const words = ACCOUNTS_WORDS()
  const { requests_per_minute: own, default_requests_per_minute: usual } = account
  const rate = useSignal(own === null ? '' : String(own))
  const reason = useSignal('')
  const action = useAction()
  const send = async (): Promise<void> => {
    // A field for a number has no other text than a number's.
    const typed = rate.value.trim()
    const body = { requests_per_minute: typed === '' ? null : Number(typed), reason: reason.value.trim() }
    const path = { account_id: accountId }
    await action.run(() => call('POST /v1/operator/accounts/{account_id}/limit', { path, body }))
    if (action.failure.value !== null) return
    onDone()
    onClose()
  }
  return (
    <Dialog title={words.rate} onClose={onClose}>
      <Form action={action} onSend={send} fields={['requests_per_minute', 'reason']}>
        <Field
          label={words.rate}
          value={rate}
          type="number"
          inputMode="numeric"
          hint={words.limitHint(countText(usual))}
          problem={problemOf(action, 'requests_per_minute') === null ? null : words.limitProblem}
        />
        <Reason action={action} value={reason} hint={words.reasonForLog} />
        <Button kind="main" isBusy={action.isRunning.value}>
          {saveText()}
        </Button>
      </Form>
    </Dialog>
  )
}

/** Closes the account, or opens it again, with a reason. */
export const ChangeState = ({ verb, accountId, onDone, onClose }: DialogProps & { readonly verb: Verb }) => {
  const words = ACCOUNTS_WORDS()
  const reason = useSignal('')
  const action = useAction()
  const send = async (): Promise<void> => {
    const given = { path: { account_id: accountId }, body: { reason: reason.value.trim() } }
    await action.run(() =>
      verb === 'deactivate'
        ? call('POST /v1/operator/accounts/{account_id}/deactivate', given)
        : call('POST /v1/operator/accounts/{account_id}/reactivate', given),
    )
    if (action.failure.value !== null) return
    onDone()
    onClose()
  }
  return (
    <Dialog title={words[`${verb}Title`]} onClose={onClose}>
      <p>{words[`${verb}Text`]}</p>
      <Form action={action} onSend={send} fields={['reason']}>
        <Reason action={action} value={reason} hint={words.reasonForLog} />
        <Button kind={verb === 'deactivate' ? 'danger' : 'main'} isBusy={action.isRunning.value}>
          {words[`${verb}Send`]}
        </Button>
      </Form>
    </Dialog>
  )
}

export type Verb = 'deactivate' | 'reactivate'
