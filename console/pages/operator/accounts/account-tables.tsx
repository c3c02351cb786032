import type { Schemas } from '../../../api/api-types.ts'
import { call } from '../../../api/call.ts'
import { Money, Moment } from '../../../ui/money.tsx'
import { PagedTable } from '../../../ui/paged-table.tsx'
import { usePages } from '../../../ui/pages.tsx'
import { Table } from '../../../ui/table.tsx'
import { OUTCOME_WORDS, UNKNOWN_MODEL } from '../../../words/outcome-words.ts'
import { ACCOUNTS_WORDS } from './accounts-words.ts'
import { modelTitle, outcomeTitle, whenTitle } from '../../../words/column-titles.ts'

type Details = Schemas['OperatorAccountDetails']
type Key = Schemas['OperatorAccountKey']
type Session = Schemas['OperatorAccountSession']
type Request = Schemas['PaidRequest']

/** The keys of the account, as far as an operator may see them. */
export const Keys = ({ keys }: Pick<Details, 'keys'>) => {
  const words = ACCOUNTS_WORDS()
  const columns = [
    {
      title: words.key,
      cell: ({ name, prefix, last_four: lastFour }: Key) => (
        <span class="breakable">
          {name} <code>{`${prefix}…${lastFour}`}</code>
        </span>
      ),
    },
    {
      title: words.used,
      cell: ({ last_used_at: at }: Key) => (at === null ? words.never : <Moment at={at} />),
    },
    { title: words.spent, isFigure: true, cell: ({ spent }: Key) => <Money amount={spent} /> },
  ]
  return (
    <section>
      <h2>{words.keys}</h2>
      <Table caption={words.keys} columns={columns} rows={keys} keyOf={({ id }) => id} none={words.noKeys} />
    </section>
  )
}

/** Where the owner of the account is signed in. */
export const Sessions = ({ sessions }: Pick<Details, 'sessions'>) => {
  const words = ACCOUNTS_WORDS()
  const columns = [
    {
      title: words.program,
      cell: ({ user_agent: agent }: Session) => <span class="breakable">{agent ?? words.unknown}</span>,
    },
    { title: words.since, cell: ({ created_at: at }: Session) => <Moment at={at} /> },
    { title: words.lastUsed, cell: ({ last_used_at: at }: Session) => <Moment at={at} /> },
  ]
  return (
    <section>
      <h2>{words.sessions}</h2>
      <Table
        caption={words.sessions}
        columns={columns}
        rows={sessions}
        keyOf={({ id }) => id}
        none={words.noSessions}
      />
    </section>
  )
}

/** The paid calls of the account, the latest first. */
export const Requests = ({ accountId }: { readonly accountId: string }) => {
  const words = ACCOUNTS_WORDS()
  const pages = usePages<Request>(accountId, (cursor) =>
    call('GET /v1/operator/accounts/{account_id}/requests', { path: { account_id: accountId }, query: { cursor } }),
  )
  const columns = [
    { title: whenTitle(), cell: ({ started_at: at }: Request) => <Moment at={at} /> },
    { title: modelTitle(), cell: ({ model }: Request) => model ?? UNKNOWN_MODEL() },
    { title: outcomeTitle(), cell: ({ outcome }: Request) => OUTCOME_WORDS()[outcome] },
    {
      title: words.cost,
      isFigure: true,
      cell: ({ charge, currency }: Request) => <Money amount={charge} currency={currency} />,
    },
  ]
  return (
    <section>
      <h2>{words.requests}</h2>
      <PagedTable
        pages={pages}
        caption={words.requests}
        columns={columns}
        keyOf={({ id }) => id}
        none={words.noRequests}
      />
    </section>
  )
}
