import type { Schemas } from '../../api/api-types.ts'
import { call } from '../../api/call.ts'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/money.tsx'
import { useResource } from '../../ui/resource.ts'
import { Table } from '../../ui/table.tsx'
import { countText } from '../../words/figures.ts'
import { UNKNOWN_MODEL } from '../../words/outcome-words.ts'
import { OVERVIEW_WORDS } from './overview-words.ts'
import { modelTitle } from '../../words/column-titles.ts'

type Row = Schemas['UsageRow']

/** What each model cost; the most expensive first. */
export const UsageByModel = ({ from, to }: { readonly from: number; readonly to: number }) => {
  const words = OVERVIEW_WORDS()
  const usage = useResource('usage by model', (signal) =>
    call('GET /v1/me/usage', { query: { from, to, group: 'model' }, signal }),
  )
  const columns = [
    {
      title: modelTitle(),
      cell: ({ model = null }: Row) =>
        model === null ? UNKNOWN_MODEL() : <Link to={`/requests?model=${encodeURIComponent(model)}`}>{model}</Link>,
    },
    { title: words.figures.calls, isFigure: true, cell: ({ calls }: Row) => countText(calls) },
    { title: words.input, isFigure: true, cell: (row: Row) => countText(row.input_tokens) },
    { title: words.output, isFigure: true, cell: (row: Row) => countText(row.output_tokens) },
    { title: words.figures.cost, isFigure: true, cell: ({ cost }: Row) => <Money amount={cost} /> },
  ]
  return (
    <section>
      <h2>{words.byModel}</h2>
      <Loaded of={usage}>
        {({ data }) => (
          <Table
            caption={words.byModel}
            columns={columns}
            rows={data.toSorted((one, other) => Number(other.cost) - Number(one.cost))}
            keyOf={({ model }) => model ?? ''}
          />
        )}
      </Loaded>
    </section>
  )
}
