/** The only place where this tool imports the parser of the architecture rules. */
import { edgesOf, isBelow } from '../../test/architecture/rules/import-edges.ts'
import { RETIRED_WORDS } from '../../test/architecture/retired-words.ts'
import { retiredInComments } from '../../test/architecture/rules/words.ts'
import { EVERY_NAME } from '../../test/architecture/module-symbols.ts'
import { readTree } from '../../test/architecture/source-tree.ts'
import type { SourceTree } from '../../test/architecture/source-tree.ts'

export { EVERY_NAME, readTree, retiredInComments, RETIRED_WORDS, type SourceTree }

export interface Import {
  readonly from: string
  readonly to: string
}

/** The files of src, each with its text, in the order of their paths. */
export const sourceFiles = (tree: SourceTree): readonly (readonly [path: string, text: string])[] =>
  [...tree.files]
    .filter(([path]) => path.startsWith('src/') && path.endsWith('.ts'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))

/** Imports between files of src, those of types included. */
export const sourceImports = (tree: SourceTree): readonly Import[] =>
  edgesOf(tree, isBelow('src')).filter(({ to }) => isBelow('src')(to) && tree.modules.has(to))

export const linesOf = (text: string): readonly string[] => {
  const lines = text.split('\n')
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}

/** A table as Markdown writes it. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
