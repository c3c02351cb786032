import { linesOf, retiredInComments, RETIRED_WORDS, sourceFiles, table } from './source.ts'
import type { SourceTree } from './source.ts'

const isSource = (path: string): boolean => path.startsWith('src/')

/** How many comment lines of src have a retired word, and how many times each form stands there. */
export const wordTable = (tree: SourceTree): string => {
  const comments = sourceFiles(tree).flatMap(([path]) => tree.modules.get(path)?.comments ?? [])
  const lines = comments.flatMap(({ text }) => linesOf(text))
  const found = retiredInComments(tree, isSource)
  const places = new Set(found.map(({ path, line }) => `${path}:${line}`))
  const perForm = RETIRED_WORDS.flatMap(({ forms }) =>
    forms.map((form) => [form, found.filter(({ word }) => word === form).length] as const),
  )
  const counted = perForm.filter(([, count]) => count > 0).toSorted(([, one], [, other]) => other - one)
  return [
    table(['comment lines of src', 'with a retired word'], [[lines.length, places.size]]),
    '',
    counted.map(([form, count]) => `${form} ${count}`).join(', '),
  ].join('\n')
}

export const wordList = (tree: SourceTree): string =>
  retiredInComments(tree, isSource)
    .map(({ path, line, message }) => `${path}:${line} ${message}`)
    .join('\n')
