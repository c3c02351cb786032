import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { download } from '../../api/download.ts'
import { changeQuery, query } from '../../location.ts'
import { Button } from '../../ui/button.tsx'
import { DialogButton } from '../../ui/dialog-button.tsx'
import { useAction } from '../../ui/form.tsx'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money, Moment } from '../../ui/money.tsx'
import { FailureNotice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { PagedTable } from '../../ui/paged-table.tsx'
import { usePages } from '../../ui/pages.tsx'
import { useResource } from '../../ui/resource.ts'
import { WalletChoice } from '../../ui/wallet-choice.tsx'
import { sumText } from '../../words/figures.ts'
import type { Currency } from '../../words/figures.ts'
import { WALLET_NAMES } from '../../words/wallet-names.ts'
import { PendingTopUps } from './pending-top-ups.tsx'
import { TopUp } from './top-up.tsx'
import { WALLET_WORDS } from './wallet-words.ts'
import { whenTitle } from '../../words/column-titles.ts'

type Transaction = Schemas['Transaction']
type Wallet = Schemas['WalletResponse']

const Balances = ({ wallets }: { readonly wallets: readonly Wallet[] }) => {
  const words = WALLET_WORDS()
  return (
    <dl class="figures">
      {wallets.map(({ currency, balance, held }) => (
        <div key={currency}>
          <dt>{WALLET_NAMES()[currency]}</dt>
          <dd class="large">
            <Money amount={balance} currency={currency} />
          </dd>
          <dd class="hint">{Number(held) === 0 ? words.free : words.held(sumText(held, currency))}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The model or the task that a charge was for: descriptions of charges are English and end with it. */
const subjectOf = (description: string): string => description.slice(description.lastIndexOf(' ') + 1)

/** What the operator wrote about an adjustment; empty where it was nothing. */
const reasonOf = (description: string): string => /^[^:]*: (.*)$/s.exec(description)?.[1] ?? ''

const Movements = ({ currency }: { readonly currency: Currency }) => {
  const words = WALLET_WORDS()
  const pages = usePages<Transaction>(currency, (cursor) =>
    call('GET /v1/me/transactions', { query: { currency, limit: 50, cursor } }),
  )
  const columns = [
    { title: whenTitle(), cell: ({ created_at: at }: Transaction) => <Moment at={at} /> },
    {
      title: words.whatHappened,
      cell: ({ type, description, reference }: Transaction) => (
        <span class="breakable">
          {words[type]} {type === 'charge' && <Link to={`/requests/${reference.id}`}>{subjectOf(description)}</Link>}
          {type === 'adjustment' && <span class="hint">{reasonOf(description)}</span>}
        </span>
      ),
    },
    {
      title: words.sum,
      isFigure: true,
      cell: (row: Transaction) => <Money amount={row.amount} currency={row.currency} />,
    },
    {
      title: words.after,
      isFigure: true,
      cell: (row: Transaction) => <Money amount={row.balance_after} currency={row.currency} />,
    },
  ]
  return (
    <PagedTable pages={pages} caption={words.movements} columns={columns} keyOf={({ id }) => id} none={words.none} />
  )
}

const WalletPage = () => {
  const words = WALLET_WORDS()
  const wallets = useResource('wallets', (signal) => call('GET /v1/me/wallets', { signal }))
  const changes = useSignal(0)
  const currency: Currency = query().get('currency') === 'TOKEN' ? 'TOKEN' : 'RUB'
  const showChange = (): void => {
    changes.value += 1
    void wallets.reload()
  }
  const saving = useAction()
  const problem = saving.failure.value
  const save = async (): Promise<void> => {
    await saving.run(() => download('GET /v1/me/transactions', { currency }, 'transactions.csv'))
  }
  return (
    <Page
      title={words.title}
      lead={words.lead}
      action={
        <DialogButton text={words.topUp} isOpenAtFirst={query().has('top-up')}>
          {(close) => (
            <TopUp
              wanted={currency}
              onOrdered={showChange}
              onClose={() => {
                const isThere = close()
                // A reload opens only what the reader still has open.
                if (isThere && query().has('top-up')) changeQuery({ 'top-up': '' })
                return isThere
              }}
            />
          )}
        </DialogButton>
      }
    >
      <Loaded of={wallets}>{(rows) => <Balances wallets={rows} />}</Loaded>
      <PendingTopUps onEnded={showChange} changes={changes.value} />
      <section>
        <div class="row spread">
          <h2>{words.movements}</h2>
          <WalletChoice
            label={words.currency}
            value={currency}
            onChoose={(chosen) => changeQuery({ currency: chosen === 'RUB' ? '' : chosen })}
          />
          <Button isBusy={saving.isRunning.value} onPress={save}>
            {words.download}
          </Button>
        </div>
        {problem !== null && <FailureNotice failure={problem} />}
        <Movements key={`${currency} ${changes.value}`} currency={currency} />
      </section>
    </Page>
  )
}

export default WalletPage
