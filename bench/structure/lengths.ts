import { linesOf, sourceFiles, table } from './source.ts'
import type { SourceTree } from './source.ts'

const SHORT = 15

/** The smallest length that so large a share of the files does not exceed. */
const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0

const row = (name: string, lengths: readonly number[]): readonly (string | number)[] => {
  const sorted = lengths.toSorted((one, other) => one - other)
  const sum = sorted.reduce((total, length) => total + length, 0)
  return [
    name,
    sorted.length,
    sum,
    Math.round(sum / sorted.length),
    quantile(sorted, 0.5),
    quantile(sorted, 0.9),
    sorted.at(-1) ?? 0,
    sorted.filter((length) => length < SHORT).length,
  ]
}

/** How long the files of each floor are, in lines. */
export const lengthTable = (tree: SourceTree): string => {
  const floors = new Map<string, number[]>()
  for (const [path, text] of sourceFiles(tree)) {
    const floor = path.split('/')[1] ?? ''
    floors.set(floor, [...(floors.get(floor) ?? []), linesOf(text).length])
  }
  const rows = [...floors].map(([floor, lengths]) => row(floor, lengths))
  const head = ['floor', 'files', 'lines', 'mean', 'median', 'p90', 'max', `under ${SHORT} lines`]
  return table(head, [...rows, row('all', [...floors.values()].flat())])
}
