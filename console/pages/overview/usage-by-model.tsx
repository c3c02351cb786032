import type { Schemas } from '../../api/api-types.ts'
import { Link } from '../../ui/link.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Money } from '../../ui/money.tsx'
import type { Resource } from '../../ui/resource.ts'
import { Table } from '../../ui/table.tsx'
import { countText } from '../../words/figures.ts'
import { UNKNOWN_MODEL } from '../../words/outcome-words.ts'
import { byCost } from './model-days.ts'
import type { ModelDays } from './model-days.ts'
import { OVERVIEW_WORDS } from './overview-words.ts'
import { modelTitle } from '../../words/column-titles.ts'

type Usage = Schemas['UsageResponse']
type Row = Schemas['UsageRow']

interface UsageByModelProps {
  readonly usage: Resource<Usage>
  /** Those that the bars by day tell apart, from the ground up; each row has the shade of its part there. */
  readonly shaded: readonly ModelDays[]
}

/** What each model cost; the most expensive first. */
export const UsageByModel = ({ usage, shaded }: UsageByModelProps) => {
  const words = OVERVIEW_WORDS()
  const shadeOf = (model: string | null): number => {
    const place = shaded.findIndex((each) => each.model === model)
    return place < 0 ? shaded.length : place
  }
  const columns = [
    {
      title: modelTitle(),
      cell: ({ model = null }: Row) => (
        <span class="breakable">
          {shaded.length > 0 && <span class={`swatch shade-${shadeOf(model)}`} />}
          {model === null ? UNKNOWN_MODEL() : <Link to={`/requests?model=${encodeURIComponent(model)}`}>{model}</Link>}
        </span>
      ),
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
          <Table caption={words.byModel} columns={columns} rows={byCost(data)} keyOf={({ model }) => model ?? ''} />
        )}
      </Loaded>
    </section>
  )
}
