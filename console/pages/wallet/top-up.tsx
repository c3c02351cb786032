import { useSignal } from '@preact/signals'
import { call } from '../../api/call.ts'
import { randomId } from '../../api/random-id.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import type { Close } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../ui/form.tsx'
import type { Action } from '../../ui/form.tsx'
import { WalletChoice } from '../../ui/wallet-choice.tsx'
import { WALLET_WORDS } from './wallet-words.ts'
import { sumText } from '../../words/figures.ts'
import type { Currency } from '../../words/figures.ts'
import { typedFigure } from '../../words/typed-figure.ts'
import { topUpText } from '../../words/wallet-names.ts'

interface TopUpProps {
  /** What is chosen at first. */
  readonly wanted: Currency
  readonly onOrdered: () => void
  readonly onClose: Close
}

/** What is wrong with the amount. The service alone knows from which to which sum it sells, and says so in English. */
const amountProblem = (action: Action, currency: Currency): string | null => {
  const words = WALLET_WORDS()
  const problem = problemOf(action, 'amount')
  const failure = action.failure.value
  if (problem === null || failure?.tag !== 'refused') return null
  if (failure.code !== 'out_of_range') return words.amountProblem
  const [least, most] = failure.message.match(/\d+(?:\.\d+)?/g) ?? []
  return least === undefined || most === undefined
    ? problem
    : words.amountRange(sumText(least, currency), sumText(most, currency))
}

/** Orders a top-up, and leads to the page of the payment provider where the order needs one. */
export const TopUp = ({ wanted, onOrdered, onClose }: TopUpProps) => {
  const words = WALLET_WORDS()
  const currency = useSignal(wanted)
  const amount = useSignal('500')
  // One key an order: pressed twice, or sent again after a lost answer, it is the same order.
  const idempotencyKey = useSignal(randomId())
  const action = useAction()

  const send = async (): Promise<void> => {
    const body = { currency: currency.value, amount: typedFigure(amount.value) }
    const made = await action.run(() =>
      call('POST /v1/billing/topup', { body, headers: { 'idempotency-key': idempotencyKey.value } }),
    )
    const failure = action.failure.value
    // An order that the payment provider has refused is answered the same for ever; the next attempt is another order.
    if (failure?.tag === 'refused' && failure.status === 502) idempotencyKey.value = randomId()
    if (made === null) return
    // Who has closed the form, or left the page, is not led to the payment: the wallet shows the order.
    if (onClose() && made.confirmation_url !== null) window.location.assign(made.confirmation_url)
    else onOrdered()
  }

  return (
    <Dialog title={topUpText()} onClose={onClose}>
      <Form action={action} onSend={send} fields={['amount']}>
        <WalletChoice
          label={words.what}
          value={currency.value}
          onChoose={(chosen) => {
            currency.value = chosen
          }}
        />
        <Field
          label={words.amount}
          value={amount}
          inputMode="decimal"
          hint={words.amountHint}
          problem={amountProblem(action, currency.value)}
          isRequired
        />
        <Button kind="main" isBusy={action.isRunning.value}>
          {words.pay}
        </Button>
      </Form>
    </Dialog>
  )
}
