import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { changeQuery, query } from '../../../location.ts'
import { Button } from '../../../ui/button.tsx'
import { Choice } from '../../../ui/choice.tsx'
import { Link } from '../../../ui/link.tsx'
import { Money, Moment } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { usePages } from '../../../ui/pages.tsx'
import { TOP_UPS_WORDS } from './top-ups-words.ts'
import { stateTitle } from '../../../words/column-titles.ts'

type TopUp = Schemas['OperatorTopUp']
type Status = TopUp['status']

const STATUSES: readonly Status[] = ['pending', 'succeeded', 'canceled']

const Rows = ({ status, account }: { readonly status: Status | null; readonly account: string | null }) => {
  const words = TOP_UPS_WORDS()
  const pages = usePages<TopUp>('', (cursor) => call('GET /v1/operator/topups', { query: { status, account, cursor } }))
  const columns = [
    {
      title: words.when,
      cell: ({ id, created_at: at }: TopUp) => (
        <Link to={`/operator/topups/${id}`}>
          <Moment at={at} />
        </Link>
      ),
    },
    { title: stateTitle(), cell: (topUp: TopUp) => words.statuses[topUp.status] },
    { title: words.provider, cell: ({ provider }: TopUp) => provider },
    {
      title: words.amount,
      isFigure: true,
      cell: ({ amount, currency }: TopUp) => <Money amount={amount} currency={currency} />,
    },
    { title: words.price, isFigure: true, cell: ({ price }: TopUp) => <Money amount={price} /> },
  ]
  return <PagedTable pages={pages} caption={words.title} columns={columns} keyOf={({ id }) => id} none={words.none} />
}

/** The top-ups of all accounts. */
const TopUps = () => {
  const words = TOP_UPS_WORDS()
  const asked = query().get('status')
  const account = query().get('account')
  const status = STATUSES.find((each) => each === asked) ?? null
  return (
    <Page title={words.title} lead={words.lead}>
      <search class="row filters">
        <Choice
          label={stateTitle()}
          value={status ?? ''}
          options={[
            { value: '', text: words.every },
            ...STATUSES.map((each) => ({ value: each, text: words.statuses[each] })),
          ]}
          onChoose={(chosen) => changeQuery({ status: chosen })}
        />
        {account !== null && (
          <Button kind="quiet" onPress={() => changeQuery({ account: '' })}>
            {words.all}
          </Button>
        )}
      </search>
      <Rows key={JSON.stringify([status, account])} status={status} account={account} />
    </Page>
  )
}

export default TopUps
