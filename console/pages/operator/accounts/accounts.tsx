import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { changeQuery, query } from '../../../location.ts'
import { Link } from '../../../ui/link.tsx'
import { Money, Moment } from '../../../ui/money.tsx'
import { Page } from '../../../ui/page.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { usePages } from '../../../ui/pages.tsx'
import { stateText } from './account-state.ts'
import { WALLET_NAMES } from '../../../words/wallet-names.ts'
import { ACCOUNTS_WORDS } from './accounts-words.ts'
import { stateTitle } from '../../../words/column-titles.ts'

type Account = Schemas['OperatorAccount']

const Rows = ({ search }: { readonly search: string }) => {
  const words = ACCOUNTS_WORDS()
  const pages = usePages<Account>('', (cursor) => call('GET /v1/operator/accounts', { query: { search, cursor } }))
  const columns = [
    {
      title: words.email,
      cell: ({ id, email }: Account) => (
        <Link to={`/operator/accounts/${id}`} look="breakable">
          {email}
        </Link>
      ),
    },
    { title: stateTitle(), cell: stateText },
    { title: words.since, cell: ({ created_at: at }: Account) => <Moment at={at} /> },
    ...(['RUB', 'TOKEN'] as const).map((currency) => ({
      title: WALLET_NAMES()[currency],
      isFigure: true,
      cell: ({ wallets }: Account) => (
        <Money amount={wallets.find((wallet) => wallet.currency === currency)?.balance ?? '0'} currency={currency} />
      ),
    })),
  ]
  return <PagedTable pages={pages} caption={words.title} columns={columns} keyOf={({ id }) => id} none={words.none} />
}

/** Every account, or those of a search. */
const Accounts = () => {
  const words = ACCOUNTS_WORDS()
  const search = query().get('search') ?? ''
  return (
    <Page title={words.title} lead={words.lead}>
      <search class="row filters">
        <div class="field">
          <label for="accounts-search">{words.search}</label>
          <input
            id="accounts-search"
            type="search"
            placeholder={words.searchHint}
            value={search}
            onChange={(event) => changeQuery({ search: event.currentTarget.value.trim() })}
          />
        </div>
      </search>
      <Rows key={search} search={search} />
    </Page>
  )
}

export default Accounts
