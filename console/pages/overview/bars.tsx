import { useSignal } from '@preact/signals'
import { Table } from '../../ui/table.tsx'
import { inBoth } from '../../words/language.ts'
import { ticksOf } from './scale.ts'

const WORDS = inBoth({ table: 'As a table' }, { table: 'Таблицей' })

/** What a bar stands for, its height, and its value as a person reads it. */
interface Measured {
  readonly label: string
  readonly value: number
  readonly text: string
}

export interface Bar extends Measured {
  /** What the value is made of, from the ground up: the same labels in each bar; none where that is not known. */
  readonly parts: readonly Measured[]
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

/** Where each part of a bar stands: the next one on the one before. */
const partsOf = (bar: Bar, top: number) => {
  const height = heightOf(bar.value, top)
  let y = HEIGHT
  return (bar.parts.length === 0 ? [bar] : bar.parts).map(({ label, value }) => {
    const partHeight = bar.value === 0 ? 0 : (height * value) / bar.value
    y -= partHeight
    return { label, y, height: partHeight }
  })
}

const textOf = ({ label, text, parts }: Bar): string => {
  const shares = parts.filter(({ value }) => value > 0).map((part) => `${part.label} ${part.text}`)
  return `${label}: ${text}${shares.length === 0 ? '' : ` (${shares.join(', ')})`}`
}

/**
 * Bars over time, each made of its parts, beside a scale of few round figures. The bar under the pointer, or under the
 * cursor that the arrow keys move, is read out below. The same figures stand in a table.
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
    ...(at?.parts ?? []).map(({ label }, place) => ({
      title: label,
      isFigure: true,
      cell: ({ parts }: Bar) => parts[place]?.text,
    })),
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
          aria-valuetext={at === undefined ? '' : textOf(at)}
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
          {bars.map((bar, index) => (
            <g key={bar.label} class={index === chosen.value ? 'chosen' : ''} onPointerEnter={() => choose(index)}>
              <rect class="ground" x={index * STEP} y={0} width={STEP} height={HEIGHT} />
              {partsOf(bar, top).map(({ label, y, height }, place) => (
                <rect
                  key={label}
                  class={`shade-${place}`}
                  x={index * STEP + (STEP - WIDTH) / 2}
                  y={y}
                  width={WIDTH}
                  height={height}
                />
              ))}
            </g>
          ))}
        </svg>
        <p class="ends" aria-hidden="true">
          <span>{bars[0]?.label}</span>
          <span>{bars.at(-1)?.label}</span>
        </p>
      </div>
      <figcaption class="figure">{at === undefined ? title : textOf(at)}</figcaption>
      <details class={columns.length > 2 ? 'widest' : ''}>
        <summary>{WORDS().table}</summary>
        <Table caption={title} columns={columns} rows={bars} keyOf={({ label }) => label} />
      </details>
    </figure>
  )
}
