interface MetricOf<Type extends string, Labels extends readonly string[]> {
  readonly type: Type
  /** Ends in its unit: seconds, bytes, or `_total` for what only grows. */
  readonly name: string
  readonly help: string
  readonly labels: Labels
  /** The most combinations of label values that have series of their own. */
  readonly most: number
}

/** What the type of a metric knows of its labels. */
export type Names = readonly string[]

/** Adds up. */
export type CounterSpec<Labels extends Names = Names> = MetricOf<'counter', Labels>

/** Goes up and down. */
export type GaugeSpec<Labels extends Names = Names> = MetricOf<'gauge', Labels>

/** Counts observations by their size. */
export interface HistogramSpec<Labels extends Names = Names> extends MetricOf<'histogram', Labels> {
  /** The upper bounds of the buckets, ascending, without the infinite one. */
  readonly buckets: readonly number[]
}

export type MetricSpec = CounterSpec | GaugeSpec | HistogramSpec

/** Where observations go whose label values found no place. */
export const OTHER = 'other'
