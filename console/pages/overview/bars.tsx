import { useSignal } from '@preact/signals'
import { Table } from '../../ui/table.tsx'
import { inBoth } from '../../words/language.ts'
import { ticksOf } from './scale.ts'

const WORDS = inBoth({ table: 'As a table' }, { table: 'Таблицей' })

/** One bar: what it stands for, its height, and its value as a person reads it. */
export interface Bar {
  readonly label: string
  readonly value: number
  readonly text: string
}

interface BarsProps {
  /** What the plot shows; it is also the caption of the table. */
  readonly title: string
  readonly labelTitle: string
  readonly bars: readonly Bar[]
  /** The smallest step that the scale may have, and how a person reads a figure of it. */
  readonly smallestStep: number
  readonly tickText: (value: number) => string
}

const HEIGHT = 120
const STEP = 12
const WIDTH = 8
/** A value that is not zero is seen, however small it is beside the others. */
const LEAST_HEIGHT = 2

const heightOf = (value: number, top: number): number =>
  value === 0 ? 0 : Math.max(LEAST_HEIGHT, (value / top) * HEIGHT)

/**
 * Bars over time, beside a scale of few round figures. The bar under the pointer, or under the cursor that the arrow
 * keys move, is read out below. The same figures stand in a table.
 */
export const Bars = ({ title, labelTitle, bars, smallestStep, tickText }: BarsProps) => {
  const chosen = useSignal(bars.length - 1)
  const ticks = ticksOf(Math.max(...bars.map(({ value }) => value), 0), smallestStep)
  const top = ticks.at(-1) ?? 0
  const at = bars[Math.min(chosen.value, bars.length - 1)]
  const choose = (index: number): void => {
    chosen.value = Math.max(0, Math.min(bars.length - 1, index))
  }
  const columns = [
    { title: labelTitle, cell: ({ label }: Bar) => label },
    { title, isFigure: true, cell: ({ text }: Bar) => text },
  ]
  return (
    <figure class="bars">
      <div class="plot">
        <ol class="ticks figure" aria-hidden="true">
          {ticks.map((tick) => (
            <li key={tick}>{tickText(tick)}</li>
          ))}
        </ol>
        <svg
          viewBox={`0 0 ${bars.length * STEP} ${HEIGHT + 1}`}
          preserveAspectRatio="none"
          role="slider"
          // An attribute of SVG counts as it is written, so no key would reach the bars by another spelling.
          tabindex={0}
          aria-label={title}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, bars.length - 1)}
          aria-valuenow={chosen.value}
          aria-valuetext={at === undefined ? '' : `${at.label}: ${at.text}`}
          onKeyDown={(event) => {
            if (event.key === 'ArrowLeft') choose(chosen.value - 1)
            else if (event.key === 'ArrowRight') choose(chosen.value + 1)
            else return
            event.preventDefault()
          }}
        >
          {ticks.map((tick) => {
            const y = HEIGHT + 0.5 - (tick === 0 ? 0 : (tick / top) * HEIGHT)
            return <line key={tick} class={tick === 0 ? 'base' : ''} x1="0" x2={bars.length * STEP} y1={y} y2={y} />
          })}
          {bars.map(({ label, value }, index) => {
            const height = heightOf(value, top)
            return (
              <g key={label} class={index === chosen.value ? 'chosen' : ''} onPointerEnter={() => choose(index)}>
                <rect class="ground" x={index * STEP} y={0} width={STEP} height={HEIGHT} />
                <rect x={index * STEP + (STEP - WIDTH) / 2} y={HEIGHT - height} width={WIDTH} height={height} />
              </g>
            )
          })}
        </svg>
        <p class="ends" aria-hidden="true">
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </p>
      </div>
      <figcaption class="figure">{at === undefined ? title : `${at.label}: ${at.text}`}</figcaption>
      <details>
        <summary>{WORDS().table}</summary>
        <Table caption={title} columns={columns} rows={bars} keyOf={({ label }) => label} />
      </details>
    </figure>
  )
}
