import { linesOf, sourceFiles, table } from './source.ts'
import type { SourceTree } from './source.ts'

/** A line or a token of the code, and where it stands. */
interface Unit {
  readonly path: string
  readonly line: number
  readonly text: string
}

interface Place {
  readonly path: string
  readonly line: number
}

/** A run of cloned lines of one file, and another place where its beginning stands. */
interface Clone extends Place {
  readonly lastLine: number
  /** Lines of code from the first to the last. */
  readonly count: number
  readonly original: Place
}

const SIZES = { lines: 10, tokens: 50 }

/** A long expression on one or two lines is no clone, however many tokens it has. */
const LEAST_LINES = 5

/** So many lines of comment or space do not end a run. */
const GAP_LINES = 3

/** The code of a file line by line: no comments, no import statements, no space at the ends. */
const codeLines = (tree: SourceTree, path: string, text: string): readonly Unit[] => {
  let code = text
  for (const { text: comment } of tree.modules.get(path)?.comments ?? []) {
    code = code.replace(comment, () => comment.replaceAll(/[^\n]/g, ' '))
  }
  let isImport = false
  return linesOf(code).flatMap((each, index) => {
    if (each.startsWith('import ')) isImport = true
    const skipped = isImport || each.trim() === ''
    if (/ from '[^']*'$|^import '[^']*'$/.test(each)) isImport = false
    return skipped ? [] : [{ path, line: index + 1, text: each.trim() }]
  })
}

/** Words and single signs. The words of a text count one by one, so that no literal has to be understood. */
const tokensOf = (lines: readonly Unit[]): readonly Unit[] =>
  lines.flatMap(({ path, line, text }) =>
    [...text.matchAll(/[\w$]+|[^\s\w$]/g)].map(([token]) => ({ path, line, text: token })),
  )

/** Marks every line of a run of `size` equal units that stands at two places which do not overlap. */
const clonesOf = (files: readonly (readonly Unit[])[], size: number): readonly Clone[] => {
  const first = new Map<string, Place & { readonly at: number }>()
  const marked = new Map<string, Map<number, Place>>()
  const mark = (run: readonly Unit[], original: Place): void => {
    for (const { path, line } of run) {
      const lines = marked.get(path) ?? new Map<number, Place>()
      marked.set(path, lines.has(line) ? lines : lines.set(line, original))
    }
  }
  for (const units of files) {
    for (let at = 0; at + size <= units.length; at += 1) {
      const run = units.slice(at, at + size)
      const key = run.map(({ text }) => text).join('\n')
      const earlier = first.get(key)
      const { path = '', line = 0 } = run[0] ?? {}
      if (earlier === undefined) first.set(key, { path, line, at })
      else if (earlier.path !== path || earlier.at + size <= at) {
        mark(run, earlier)
        const source = files.find((each) => each[0]?.path === earlier.path) ?? []
        mark(source.slice(earlier.at, earlier.at + size), { path, line })
      }
    }
  }
  return [...marked].flatMap(([path, lines]) => runsOf(path, lines))
}

/** Joins the lines that follow each other. */
const runsOf = (path: string, lines: ReadonlyMap<number, Place>): readonly Clone[] => {
  const runs: Clone[] = []
  for (const [line, original] of [...lines].toSorted(([one], [other]) => one - other)) {
    const last = runs.at(-1)
    if (last !== undefined && line - last.lastLine <= GAP_LINES) {
      runs[runs.length - 1] = { ...last, lastLine: line, count: last.count + 1 }
    } else {
      runs.push({ path, line, lastLine: line, count: 1, original })
    }
  }
  return runs.filter(({ count }) => count >= LEAST_LINES)
}

const findClones = (tree: SourceTree) => {
  const files = sourceFiles(tree).map(([path, text]) => codeLines(tree, path, text))
  return { lines: clonesOf(files, SIZES.lines), tokens: clonesOf(files.map(tokensOf), SIZES.tokens) }
}

/** How many lines of src belong to a run that stands twice, by lines and by tokens. */
export const cloneTable = (tree: SourceTree): string => {
  const all = sourceFiles(tree).reduce((sum, [, text]) => sum + linesOf(text).length, 0)
  const found = findClones(tree)
  const rows = (['lines', 'tokens'] as const).map((unit) => {
    const cloned = found[unit].reduce((sum, { count }) => sum + count, 0)
    const share = `${((100 * cloned) / all).toFixed(2)} %`
    return [`${SIZES[unit]} ${unit} or more`, found[unit].length, cloned, share]
  })
  return table(['equal runs of', 'places', 'lines', 'share of all lines'], rows)
}

export const cloneList = (tree: SourceTree): string =>
  Object.entries(findClones(tree))
    .flatMap(([unit, clones]) =>
      clones.map(
        ({ path, line, lastLine, original }) =>
          `${unit}: ${path}:${line}-${lastLine} as ${original.path}:${original.line}`,
      ),
    )
    .join('\n')
