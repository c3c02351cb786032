import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { Choice } from '../../ui/choice.tsx'
import { countText, dayText, roundSumText, sumText } from '../../words/figures.ts'
import { Bars } from './bars.tsx'
import { dayNames } from './days.ts'
import { OVERVIEW_WORDS } from './overview-words.ts'

type Row = Schemas['UsageRow']

const FIGURES = {
  cost: (row: Row) => ({ value: Number(row.cost), text: sumText(row.cost, 'RUB') }),
  calls: (row: Row) => ({ value: row.calls, text: countText(row.calls) }),
  tokens: (row: Row) => {
    const value = row.input_tokens + row.output_tokens
    return { value, text: countText(value) }
  },
  failures: (row: Row) => {
    const value = row.failures + row.refusals
    return { value, text: countText(value) }
  },
} as const

/** A rouble is counted in millionths; all else is whole. */
const SMALLEST_ROUBLES = 0.000001

type Figure = keyof typeof FIGURES

const EMPTY = { cost: '0', calls: 0, input_tokens: 0, output_tokens: 0, failures: 0, refusals: 0 } as unknown as Row

/** One figure of the account by day; a day without a call is an empty one. */
export const UsageByDay = ({ rows, days }: { readonly rows: readonly Row[]; readonly days: number }) => {
  const words = OVERVIEW_WORDS()
  const figure = useSignal<Figure>('cost')
  const titles = {
    cost: words.byDay,
    calls: words.callsByDay,
    tokens: words.tokensByDay,
    failures: words.failuresByDay,
  }
  const byDay = new Map(rows.map((row) => [row.day ?? '', row]))
  const bars = dayNames(days).map((day) => ({
    label: dayText(new Date(`${day}T00:00:00`).getTime() / 1_000),
    ...FIGURES[figure.value](byDay.get(day) ?? EMPTY),
  }))
  return (
    <section>
      <div class="row spread">
        <h2>{titles[figure.value]}</h2>
        <Choice
          label={words.show}
          value={figure.value}
          options={[
            { value: 'cost', text: words.cost },
            { value: 'calls', text: words.callCount },
            { value: 'tokens', text: words.tokens },
            { value: 'failures', text: words.failures },
          ]}
          onChoose={(chosen) => {
            if (chosen in FIGURES) figure.value = chosen as Figure
          }}
        />
      </div>
      <Bars
        key={figure.value}
        title={titles[figure.value]}
        labelTitle={words.day}
        bars={bars}
        smallestStep={figure.value === 'cost' ? SMALLEST_ROUBLES : 1}
        tickText={figure.value === 'cost' ? roundSumText : countText}
      />
    </section>
  )
}
