import type { MetricSpec } from './metric-spec.ts'
import type { Series } from './series.ts'

/** Prometheus's text format. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

const escapedHelp = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

const escapedValue = (text: string): string => escapedHelp(text).replaceAll('"', '\\"')

const figure = (value: number): string => {
  if (Number.isFinite(value)) return String(value)
  if (Number.isNaN(value)) return 'NaN'
  return value > 0 ? '+Inf' : '-Inf'
}

const pairsOf = (names: readonly string[], { labels }: Series): string =>
  names.map((name, index) => `${name}="${escapedValue(labels[index] ?? '')}"`).join(',')

const inBraces = (pairs: string): string => (pairs === '' ? '' : `{${pairs}}`)

/** Buckets are cumulative: each counts the smaller values too. */
const histogramLines = (name: string, buckets: readonly number[], pairs: string, cells: Float64Array): string => {
  const before = pairs === '' ? '' : `${pairs},`
  let lines = ''
  let count = 0
  for (const [at, bound] of buckets.entries()) {
    count += cells[at] ?? 0
    lines += `${name}_bucket{${before}le="${figure(bound)}"} ${count}\n`
  }
  count += cells[buckets.length] ?? 0
  const braced = inBraces(pairs)
  return (
    `${lines}${name}_bucket{${before}le="+Inf"} ${count}\n` +
    `${name}_sum${braced} ${figure(cells[buckets.length + 1] ?? 0)}\n${name}_count${braced} ${count}\n`
  )
}

/** One metric with all its series; nothing where it has none yet. */
export const expose = (spec: MetricSpec, series: Iterable<Series>): string => {
  const { name, help, type, labels } = spec
  let lines = ''
  for (const each of series) {
    const pairs = pairsOf(labels, each)
    lines +=
      spec.type === 'histogram'
        ? histogramLines(name, spec.buckets, pairs, each.cells)
        : `${name}${inBraces(pairs)} ${figure(each.cells[0] ?? 0)}\n`
  }
  return lines === '' ? '' : `# HELP ${name} ${escapedHelp(help)}\n# TYPE ${name} ${type}\n${lines}`
}
