import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import type { PageProps } from '../../../console.tsx'
import { Button } from '../../../ui/button.tsx'
import { useDialog } from '../../../ui/dialog.tsx'
import { useAction } from '../../../ui/form.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Money, Moment } from '../../../ui/money.tsx'
import { FailureNotice, Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Table } from '../../../ui/table.tsx'
import '../operator-failures.ts'
import { RefundDialog } from './refund-dialog.tsx'
import { TOP_UPS_WORDS } from './top-ups-words.ts'
import { stateTitle } from '../../../words/column-titles.ts'

type Details = Schemas['OperatorTopUpDetails']
type Refund = Schemas['OperatorTopUpRefund']

const Facts = ({ topUp }: { readonly topUp: Details }) => {
  const words = TOP_UPS_WORDS()
  return (
    <dl class="facts">
      <dt>{stateTitle()}</dt>
      <dd>{words.statuses[topUp.status]}</dd>
      <dt>{words.amount}</dt>
      <dd>
        <Money amount={topUp.amount} currency={topUp.currency} />
      </dd>
      <dt>{words.price}</dt>
      <dd>
        <Money amount={topUp.price} />
      </dd>
      <dt>{words.when}</dt>
      <dd>
        <Moment at={topUp.created_at} />
      </dd>
      <dt>{words.provider}</dt>
      <dd>{topUp.provider}</dd>
      <dt>{words.payment}</dt>
      <dd class="breakable">{topUp.payment_id ?? words.noPayment}</dd>
      <dt>{words.account}</dt>
      <dd>
        <Link to={`/operator/accounts/${topUp.account_id}`}>{words.openAccount}</Link>
      </dd>
    </dl>
  )
}

interface RefundsProps {
  readonly topUp: Details
  readonly isBusy: boolean
  readonly onRefund: () => void
  readonly onContinue: (refund: Refund) => void
}

const Refunds = ({ topUp, isBusy, onRefund, onContinue }: RefundsProps) => {
  const words = TOP_UPS_WORDS()
  const columns = [
    { title: words.when, cell: ({ created_at: at }: Refund) => <Moment at={at} /> },
    {
      title: stateTitle(),
      cell: (refund: Refund) => (
        <>
          {words.refundStatuses[refund.status]}
          {refund.status === 'pending' && (
            <>
              {' '}
              <Button kind="quiet" isBusy={isBusy} onPress={() => onContinue(refund)}>
                {words.continueRefund}
              </Button>
            </>
          )}
        </>
      ),
    },
    { title: words.price, isFigure: true, cell: ({ price }: Refund) => <Money amount={price} /> },
  ]
  return (
    <section>
      <h2>{words.refunds}</h2>
      {topUp.refunds.length === 0 ? (
        <p class="empty">{words.noRefunds}</p>
      ) : (
        <Table caption={words.refunds} columns={columns} rows={topUp.refunds} keyOf={({ id }) => id} />
      )}
      {Number(topUp.refundable) > 0 && <Button onPress={onRefund}>{words.refund}</Button>}
    </section>
  )
}

/** The last notice that the page shows. */
type NoticeName = 'checked' | 'refundSucceeded' | 'refundPending'

/** One top-up, the question to its payment provider, and its refunds. */
const TopUpPage = ({ parameters }: PageProps) => {
  const words = TOP_UPS_WORDS()
  const path = { topup_id: parameters['id'] ?? '' }
  const topUp = useResource(path.topup_id, (signal) => call('GET /v1/operator/topups/{topup_id}', { path, signal }))
  const action = useAction()
  const notice = useSignal<NoticeName | null>(null)
  const failure = action.failure.value

  const check = async (): Promise<void> => {
    notice.value = null
    await action.run(() => call('POST /v1/operator/topups/{topup_id}/check', { path }))
    notice.value = action.failure.value === null ? 'checked' : null
    await topUp.reload()
  }
  const showEnd = (refund: Refund | null): void => {
    notice.value = refund === null ? null : refund.status === 'pending' ? 'refundPending' : 'refundSucceeded'
    void topUp.reload()
  }
  const { open, dialog } = useDialog<Details>((value, close) => (
    <RefundDialog topUp={value} onDone={showEnd} onClose={close} />
  ))
  const carryOn = async ({ id }: Refund): Promise<void> => {
    const refund = { path: { ...path, refund_id: id } }
    const operation = 'POST /v1/operator/topups/{topup_id}/refunds/{refund_id}/continue'
    showEnd(await action.run(() => call(operation, refund)))
  }
  return (
    <Page title={words.topUp}>
      {failure !== null && <FailureNotice failure={failure} />}
      {notice.value !== null && <Notice kind="done">{words[notice.value]}</Notice>}
      <Loaded of={topUp} lines={6}>
        {(value) => (
          <>
            <Facts topUp={value} />
            {value.payment_id !== null && (
              <Button kind="main" isBusy={action.isRunning.value} onPress={check}>
                {words.check}
              </Button>
            )}
            <Refunds
              topUp={value}
              isBusy={action.isRunning.value}
              onRefund={() => open(value)}
              onContinue={(refund) => void carryOn(refund)}
            />
          </>
        )}
      </Loaded>
      {dialog}
      <p>
        <Link to="/operator/topups">{words.all}</Link>
      </p>
    </Page>
  )
}

export default TopUpPage
