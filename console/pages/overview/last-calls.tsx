import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money, Moment } from '../../ui/money.tsx'
import { useResource } from '../../ui/resource.ts'
import { Table } from '../../ui/table.tsx'
import { UNKNOWN_MODEL } from '../../words/outcome-words.ts'
import { OVERVIEW_WORDS } from './overview-words.ts'
import { modelTitle, whenTitle } from '../../words/column-titles.ts'

type Request = Schemas['PaidRequest']

export const LastCalls = () => {
  const words = OVERVIEW_WORDS()
  const requests = useResource('last calls', (signal) => call('GET /v1/me/requests', { query: { limit: 10 }, signal }))
  const columns = [
    {
      title: whenTitle(),
      cell: ({ id, started_at: at }: Request) => (
        <Link to={`/requests/${id}`}>
          <Moment at={at} />
        </Link>
      ),
    },
    { title: modelTitle(), cell: ({ model }: Request) => model ?? UNKNOWN_MODEL() },
    {
      title: words.figures.cost,
      isFigure: true,
      cell: ({ charge, currency }: Request) => <Money amount={charge} currency={currency} />,
    },
  ]
  return (
    <section>
      <h2>{words.last}</h2>
      <Loaded of={requests}>
        {({ data }) => <Table caption={words.last} columns={columns} rows={data} keyOf={({ id }) => id} />}
      </Loaded>
      <p>
        <Link to="/requests">{words.all}</Link>
      </p>
    </section>
  )
}
