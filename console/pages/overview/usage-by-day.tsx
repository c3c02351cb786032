import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { Choice } from '../../ui/choice.tsx'
import { countText, dayText, roundSumText, sumText } from '../../words/figures.ts'
import { Bars } from './bars.tsx'
import { dayNames } from './days.ts'
import { OVERVIEW_WORDS } from './overview-words.ts'

type Row = Schemas['UsageRow']

const FIGURES = {
  cost: (row: Row) => Number(row.cost),
  calls: (row: Row) => row.calls,
  tokens: (row: Row) => row.input_tokens + row.output_tokens,
  failures: (row: Row) => row.failures + row.refusals,
} as const

/** A rouble is counted in millionths; all else is whole. */
const SMALLEST_ROUBLES = 0.000001

type Figure = keyof typeof FIGURES

const EMPTY = { cost: '0', calls: 0, input_tokens: 0, output_tokens: 0, failures: 0, refusals: 0 } as unknown as Row

/** One figure of the account by day; a day without a call is an empty one. */
export const UsageByDay = ({ rows, days }: { readonly rows: readonly Row[]; readonly days: number }) => {
  const words = OVERVIEW_WORDS()
  const figure = useSignal<Figure>('cost')
  const title = words.byDay[figure.value]
  const byDay = new Map(rows.map((row) => [row.day ?? '', row]))
  const isCost = figure.value === 'cost'
  const bars = dayNames(days).map((day) => {
    const row = byDay.get(day) ?? EMPTY
    const value = FIGURES[figure.value](row)
    return {
      label: dayText(new Date(`${day}T00:00:00`).getTime() / 1_000),
      value,
      text: isCost ? sumText(row.cost, 'RUB') : countText(value),
    }
  })
  return (
    <section>
      <div class="row spread">
        <h2>{title}</h2>
        <Choice
          label={words.show}
          value={figure.value}
          options={Object.entries(words.figures).map(([value, text]) => ({ value, text }))}
          onChoose={(chosen) => {
            if (chosen in FIGURES) figure.value = chosen as Figure
          }}
        />
      </div>
      <Bars
        key={figure.value}
        title={title}
        labelTitle={words.day}
        bars={bars}
        smallestStep={isCost ? SMALLEST_ROUBLES : 1}
        tickText={isCost ? roundSumText : countText}
      />
    </section>
  )
}
