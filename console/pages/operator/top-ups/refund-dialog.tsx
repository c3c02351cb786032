import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import type { ApiFailure } from '../../../api/failure.ts'
import { randomId } from '../../../api/random-id.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form, problemOf, useAction } from '../../../ui/form.tsx'
import { sumText } from '../../../words/figures.ts'
import { TOP_UPS_WORDS } from './top-ups-words.ts'
import { figureToType, typedFigure } from '../../../words/typed-figure.ts'
import { reasonTitle } from '../../../words/column-titles.ts'

interface RefundDialogProps {
  readonly topUp: Schemas['OperatorTopUpDetails']
  readonly onDone: (refund: Schemas['OperatorTopUpRefund']) => void
  readonly onClose: () => void
}

const MAX_REASON_CHARACTERS = 200

/** Whether the service stated that nothing came of the request, so that the next one is another request. */
const isOver = (failure: ApiFailure | null): boolean =>
  failure?.tag === 'refused' && failure.status === 409 && failure.code !== 'idempotency_in_progress'

/** Gives money of a top-up back to who paid it. */
export const RefundDialog = ({ topUp, onDone, onClose }: RefundDialogProps) => {
  const words = TOP_UPS_WORDS()
  const amount = useSignal(figureToType(topUp.refundable))
  const reason = useSignal('')
  // Pressed twice, or sent again after a lost answer, the money goes back once.
  const key = useSignal(randomId())
  const action = useAction()

  const send = async (): Promise<void> => {
    const body = { amount: typedFigure(amount.value), reason: reason.value.trim() }
    const headers = { 'idempotency-key': key.value }
    const path = { topup_id: topUp.id }
    const refund = await action.run(() => call('POST /v1/operator/topups/{topup_id}/refund', { path, body, headers }))
    if (refund === null) {
      if (isOver(action.failure.value)) key.value = randomId()
      return
    }
    onClose()
    onDone(refund)
  }
  return (
    <Dialog title={words.refund} onClose={onClose}>
      <p>{words.refundText(sumText(topUp.refundable, topUp.currency))}</p>
      <Form action={action} onSend={send} fields={['amount', 'reason']}>
        <Field
          label={words.refundAmount}
          value={amount}
          inputMode="decimal"
          problem={problemOf(action, 'amount') === null ? null : words.refundAmountProblem}
          isRequired
        />
        <Field
          label={reasonTitle()}
          value={reason}
          problem={problemOf(action, 'reason')}
          maxLength={MAX_REASON_CHARACTERS}
          isRequired
        />
        <Button kind="danger" isBusy={action.isRunning.value}>
          {words.refundSend}
        </Button>
      </Form>
    </Dialog>
  )
}
