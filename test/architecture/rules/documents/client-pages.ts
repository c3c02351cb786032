import type { Rule, SourceTree, Violation } from '../../source-tree.ts'

const FOLDER = 'docs/clients/'
const LIST = 'README.md'
const RUSSIAN = '.ru.md'

const complain = (path: string, message: string): Violation => ({ path, line: 0, message })

const blocksIn = (document: string): string => (document.match(/^```[^]*?^```$/gm) ?? []).join('\n')

/** What is wrong with an English page: it lacks a row of the list, its twin, or the twin's code. */
const problemsOf = (path: string, tree: SourceTree): readonly Violation[] => {
  const twin = path.replace(/\.md$/, RUSSIAN)
  const list = tree.files.get(LIST) ?? ''
  const unlisted = [path, twin].filter((page) => tree.files.has(page) && !list.includes(`](${page})`))
  const missing = unlisted.map((page) => complain(page, `is not linked in ${LIST}`))
  const translation = tree.files.get(twin)
  if (translation === undefined) return [...missing, complain(path, `has no ${twin}`)]
  const isSame = blocksIn(translation) === blocksIn(tree.files.get(path) ?? '')
  return isSame ? missing : [...missing, complain(twin, `has other code blocks than ${path}`)]
}

/** Pages for clients exist in English and Russian with the same code, and README links both. */
export const clientPagesComeInPairs: Rule = (tree) => {
  const pages = [...tree.files.keys()].filter((path) => path.startsWith(FOLDER))
  const english = pages.filter((path) => !path.endsWith(RUSSIAN))
  const lone = pages.filter((path) => path.endsWith(RUSSIAN) && !english.includes(path.replace(RUSSIAN, '.md')))
  return [
    ...english.flatMap((path) => problemsOf(path, tree)),
    ...lone.map((path) => complain(path, 'has no page in English')),
  ]
}
