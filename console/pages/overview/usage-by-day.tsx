import { useSignal } from '@preact/signals'
import type { Schemas } from '../../api/api-types.ts'
import { Choice } from '../../ui/choice.tsx'
import { countText, dayText, roundSumText, sumText } from '../../words/figures.ts'
import { Bars } from './bars.tsx'
import { dayNames } from './days.ts'
import type { ModelDays } from './model-days.ts'
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

interface UsageByDayProps {
  readonly rows: readonly Row[]
  /** The same of single models; what is left is that of the others. */
  readonly models: readonly ModelDays[]
  readonly days: number
}

/** One figure of the account by day, and by model; a day without a call is an empty one. */
export const UsageByDay = ({ rows, models, days }: UsageByDayProps) => {
  const words = OVERVIEW_WORDS()
  const figure = useSignal<Figure>('cost')
  const title = words.byDay[figure.value]
  const isCost = figure.value === 'cost'
  const measured = (label: string, value: number) => ({
    label,
    value,
    text: isCost ? sumText(value.toFixed(6), 'RUB') : countText(value),
  })
  const valueOn = (day: string, of: readonly Row[]): number => {
    const row = of.find((each) => each.day === day)
    return row === undefined ? 0 : FIGURES[figure.value](row)
  }
  const bars = dayNames(days).map((day) => {
    const whole = valueOn(day, rows)
    const parts = models.map((each) => measured(each.model, valueOn(day, each.rows)))
    // To the millionth of a rouble: what is left of a sum of such fractions is no use of other models.
    const others = parts.reduce((left, { value }) => left - value, whole).toFixed(6)
    return {
      ...measured(dayText(new Date(`${day}T00:00:00`).getTime() / 1_000), whole),
      parts: parts.length === 0 ? [] : [...parts, measured(words.others, Math.max(0, Number(others)))],
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
