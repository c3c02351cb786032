import { OTHER } from './metric-spec.ts'

/** The figures of one metric for one combination of label values. */
export interface Series {
  readonly labels: readonly string[]
  readonly cells: Float64Array
}

interface SeriesOptions {
  readonly labels: readonly string[]
  /** The most combinations of label values; the one of all others comes on top. */
  readonly most: number
  /** Figures of one series. */
  readonly cells: number
  /** Called for every observation that found no place of its own. */
  readonly onOverflow: () => void
}

/** All series of one metric. */
export interface SeriesSet {
  find(labels: readonly string[]): Series
  all(): Iterable<Series>
  clear(): void
}

/** No label value of ours is longer. A longer one came from outside by mistake. */
const MAX_VALUE_CHARS = 128

/** A value that is not well-formed would be written out as another one is, and a name may not occur twice. */
const isFit = (value: string): boolean => value.length <= MAX_VALUE_CHARS && value.isWellFormed()

/** The last values are compared first: they differ most often. */
const areSame = (some: readonly string[], others: readonly string[]): boolean => {
  for (let index = some.length - 1; index >= 0; index -= 1) if (some[index] !== others[index]) return false
  return true
}

type Level = Map<string, Level | Series>

/**
 * One map for each label, one inside the other: joining the values into one key would cost more than the observation.
 * What arrives after `most` combinations is counted under `other`, so the memory is bounded whatever the values are.
 */
export const seriesSet = ({ labels: names, most, cells, onOverflow }: SeriesOptions): SeriesSet => {
  const root: Level = new Map()
  const series: Series[] = []
  const overflow = names.map(() => OTHER)
  let other: Series | null = null

  const make = (labels: readonly string[]): Series => {
    const made = { labels: [...labels], cells: new Float64Array(cells) }
    series.push(made)
    return made
  }

  const place = (labels: readonly string[]): Series => {
    if (series.length - (other === null ? 0 : 1) >= most || !labels.every(isFit)) {
      onOverflow()
      return (other ??= make(overflow))
    }
    const made = make(labels)
    let level = root
    for (const value of labels.slice(0, -1)) {
      const next = (level.get(value) ?? new Map()) as Level
      level.set(value, next)
      level = next
    }
    level.set(labels.at(-1) ?? '', made)
    return made
  }

  const seek = (labels: readonly string[]): Series => {
    let found: Level | Series | undefined = root
    for (const value of labels) {
      found = (found as Level).get(value)
      if (found === undefined) return place(labels)
    }
    return found as Series
  }

  /**
   * The two that were found last: calls that follow each other have most label values in common, one call often counts
   * in two series of a metric by turns, and to compare is quicker than to seek.
   */
  let latest: Series | null = null
  let earlier: Series | null = null
  const find = (labels: readonly string[]): Series => {
    if (latest !== null && areSame(latest.labels, labels)) return latest
    const found = earlier !== null && areSame(earlier.labels, labels) ? earlier : seek(labels)
    // What found no place is counted as such each time.
    if (found === other) return found
    earlier = latest
    latest = found
    return found
  }

  let single: Series | null = null
  return {
    find: names.length === 0 ? () => (single ??= make([])) : find,
    all: () => series,
    clear: () => {
      root.clear()
      series.length = 0
      other = null
      single = null
      latest = null
      earlier = null
    },
  }
}
