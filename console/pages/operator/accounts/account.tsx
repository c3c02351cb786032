import { useSignal } from '@preact/signals'
import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import type { PageProps } from '../../../console.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copyable.tsx'
import { useDialog } from '../../../ui/dialog.tsx'
import { Link } from '../../../ui/link.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Money, Moment } from '../../../ui/money.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { useResource } from '../../../ui/resource.ts'
import { Table } from '../../../ui/table.tsx'
import { WALLET_NAMES } from '../../../words/wallet-names.ts'
import '../operator-failures.ts'
import { Adjust, ChangeState, Limit } from './account-dialogs.tsx'
import type { Verb } from './account-dialogs.tsx'
import { rateText, stateText } from './account-state.ts'
import { Keys, Requests, Sessions } from './account-tables.tsx'
import { ACCOUNTS_WORDS } from './accounts-words.ts'
import { stateTitle } from '../../../words/column-titles.ts'
import { savedText } from '../../../words/saving-words.ts'

type Details = Schemas['OperatorAccountDetails']
type Wallet = Schemas['WalletResponse']

/** What an operator does in a dialog. */
type Task = 'adjust' | 'limit' | Verb

interface AccountProps {
  readonly account: Details
  readonly onBegin: (what: Task) => void
}

const Account = ({ account, onBegin }: AccountProps) => {
  const words = ACCOUNTS_WORDS()
  const verb: Verb = account.deactivated_at === null ? 'deactivate' : 'reactivate'
  const sum = (name: 'balance' | 'held' | 'available') => ({
    title: words[name],
    isFigure: true,
    cell: (wallet: Wallet) => <Money amount={wallet[name]} currency={wallet.currency} />,
  })
  const columns = [
    { title: words.wallet, cell: ({ currency }: Wallet) => WALLET_NAMES()[currency] },
    sum('balance'),
    sum('held'),
    sum('available'),
  ]
  return (
    <>
      <dl class="facts">
        <dt>{words.email}</dt>
        <dd class="breakable">{account.email}</dd>
        <dt>{stateTitle()}</dt>
        <dd>{stateText(account)}</dd>
        <dt>{words.rate}</dt>
        <dd>{rateText(account)}</dd>
        <dt>{words.since}</dt>
        <dd>
          <Moment at={account.created_at} />
        </dd>
        <dt>{words.id}</dt>
        <dd>
          <code class="breakable">{account.id}</code> <CopyButton text={account.id} />
        </dd>
      </dl>
      <section>
        <h2>{words.wallets}</h2>
        <Table caption={words.wallets} columns={columns} rows={account.wallets} keyOf={({ currency }) => currency} />
        <div class="row">
          <Button kind="main" onPress={() => onBegin('adjust')}>
            {words.adjust}
          </Button>
          <Button onPress={() => onBegin('limit')}>{words.limit}</Button>
          <Button onPress={() => onBegin(verb)}>{words[verb]}</Button>
          <Link to={`/operator/actions?subject=${account.id}`}>{words.log}</Link>
          <Link to={`/operator/mail?account=${account.id}`}>{words.mail}</Link>
          <Link to={`/operator/topups?account=${account.id}`}>{words.topUps}</Link>
        </div>
      </section>
      <Keys keys={account.keys} />
      <Sessions sessions={account.sessions} />
    </>
  )
}

/** One account, and what an operator can do with it. */
const AccountPage = ({ parameters }: PageProps) => {
  const words = ACCOUNTS_WORDS()
  const id = parameters['id'] ?? ''
  const account = useResource(id, (signal) =>
    call('GET /v1/operator/accounts/{account_id}', { path: { account_id: id }, signal }),
  )
  const done = useSignal<string | null>(null)
  const doneWith = (what: string | null) => (): void => {
    done.value = what
    void account.reload()
  }
  const { open, dialog } = useDialog<readonly [Task, Details]>(([task, value], onClose) => {
    const shared = { accountId: id, onClose }
    if (task === 'adjust') return <Adjust {...shared} onDone={doneWith(words.moved)} />
    if (task === 'limit') return <Limit {...shared} account={value} onDone={doneWith(savedText())} />
    return <ChangeState {...shared} verb={task} onDone={doneWith(null)} />
  })
  const begin = (task: Task, value: Details): void => {
    done.value = null
    open([task, value])
  }
  return (
    <Page title={words.id}>
      {done.value !== null && <Notice kind="done">{done.value}</Notice>}
      <Loaded of={account} lines={6}>
        {(value) => <Account account={value} onBegin={(task) => begin(task, value)} />}
      </Loaded>
      <Requests accountId={id} />
      <p>
        <Link to="/operator/accounts">{words.all}</Link>
      </p>
      {dialog}
    </Page>
  )
}

export default AccountPage
