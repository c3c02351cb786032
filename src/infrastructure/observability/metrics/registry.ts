import { expose } from './exposition.ts'
import type { CounterSpec, GaugeSpec, HistogramSpec, MetricSpec, Names } from './metric-spec.ts'
import { seriesSet } from './series.ts'
import type { SeriesSet } from './series.ts'

type Values<Labels extends Names> = { readonly [I in keyof Labels]: string }

interface Counter<Labels extends Names> {
  /** An amount below zero is left out, since a counter never falls. */
  add(amount: number, ...labels: Values<Labels>): void
}

interface Gauge<Labels extends Names> {
  set(value: number, ...labels: Values<Labels>): void
  /** Drops all series, for a gauge whose label values come and go. */
  clear(): void
}

interface Histogram<Labels extends Names> {
  /** A value below zero counts as zero: a clock that was set back gives such durations. */
  observe(value: number, ...labels: Values<Labels>): void
}

type MetricFor<S> =
  S extends HistogramSpec<infer L>
    ? Histogram<L>
    : S extends GaugeSpec<infer L>
      ? Gauge<L>
      : S extends CounterSpec<infer L>
        ? Counter<L>
        : never

export interface Registry<T> {
  readonly metrics: { readonly [K in keyof T]: MetricFor<T[K]> }
  /** Runs before every exposition, for figures that nothing announces. */
  beforeExposition(read: () => void): void
  /** Everything in Prometheus's text format 0.0.4. */
  expose(): string
}

/** Every table has a counter of the observations that found no series of their own. */
interface MetricTable extends Readonly<Record<string, MetricSpec>> {
  readonly overflow: CounterSpec<readonly ['metric']>
}

const cellsOf = (spec: MetricSpec): number => (spec.type === 'histogram' ? spec.buckets.length + 2 : 1)

const counterOn = (set: SeriesSet): Counter<Names> => ({
  add: (amount, ...labels) => {
    const { cells } = set.find(labels)
    if (amount > 0) cells[0] = (cells[0] ?? 0) + amount
  },
})

const gaugeOn = (set: SeriesSet): Gauge<Names> => ({
  set: (value, ...labels) => {
    set.find(labels).cells[0] = value
  },
  clear: () => set.clear(),
})

/** The cells are the buckets, each without those below it, the infinite bucket, and the sum of the values. */
const histogramOn = (set: SeriesSet, buckets: readonly number[]): Histogram<Names> => {
  const sumAt = buckets.length + 1
  return {
    observe: (value, ...labels) => {
      if (Number.isNaN(value)) return
      const { cells } = set.find(labels)
      const counted = value > 0 ? value : 0
      let at = 0
      while (at < buckets.length && counted > (buckets[at] ?? 0)) at += 1
      cells[at] = (cells[at] ?? 0) + 1
      cells[sumAt] = (cells[sumAt] ?? 0) + counted
    },
  }
}

const metricOn = (spec: MetricSpec, set: SeriesSet) => {
  switch (spec.type) {
    case 'counter':
      return counterOn(set)
    case 'gauge':
      return gaugeOn(set)
    case 'histogram':
      return histogramOn(set, spec.buckets)
  }
}

/** Keeps the figures of a table of metrics. Only this process knows them, and they begin with it. */
export const openRegistry = <T extends MetricTable>(table: T): Registry<T> => {
  const overflows = seriesSet({ ...table.overflow, cells: 1, onOverflow: () => undefined })
  const overflow = counterOn(overflows)
  const kept = Object.entries<MetricSpec>(table).map(([key, spec]) => {
    const onOverflow = (): void => overflow.add(1, spec.name)
    const set = spec === table.overflow ? overflows : seriesSet({ ...spec, cells: cellsOf(spec), onOverflow })
    // What adds up begins at zero; a gauge that was never set is left out.
    if (spec.labels.length === 0 && spec.type !== 'gauge') set.find([])
    return { key, spec, set }
  })
  const readings: (() => void)[] = []
  return {
    metrics: Object.fromEntries(
      kept.map(({ key, spec, set }) => [key, metricOn(spec, set)]),
    ) as unknown as Registry<T>['metrics'],
    beforeExposition: (read) => void readings.push(read),
    expose: () => {
      for (const read of readings) read()
      return kept.map(({ spec, set }) => expose(spec, set.all())).join('')
    },
  }
}
