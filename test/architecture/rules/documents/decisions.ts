import type { Rule, SourceTree, Violation } from '../../source-tree.ts'

const FOLDER = 'docs/adr/'
const LIST = `${FOLDER}README.md`

const complain = (path: string, message: string, line = 0): Violation => ({ path, line, message })

const decisionsOf = (tree: SourceTree): readonly string[] =>
  [...tree.files.keys()].filter((path) => path.startsWith(FOLDER) && path !== LIST)

/** What is wrong with one decision record; null when its name, its heading and its row in the list agree. */
const problemOf = (path: string, tree: SourceTree): Violation | null => {
  const name = path.slice(FOLDER.length)
  const number = /^(\d{4})(?:-[a-z0-9]+)+\.md$/.exec(name)?.[1]
  if (number === undefined) return complain(path, 'is not named 0000-kebab-title.md')
  const heading = tree.files.get(path)?.split('\n')[0] ?? ''
  const title = heading.startsWith(`# ${number}. `) ? heading.slice(`# ${number}. `.length).trim() : ''
  if (title === '') return complain(path, `does not begin with "# ${number}. Title"`, 1)
  const row = `| [${number}](${name}) | ${title} |`
  return tree.files.get(LIST)?.split('\n').includes(row) === true
    ? null
    : complain(path, `has no row "${row}" in ${LIST}`)
}

const doubledNumbers = (paths: readonly string[]): readonly Violation[] => {
  const numbers = paths.map((path) => path.slice(FOLDER.length, FOLDER.length + 4))
  return paths
    .filter((_, index) => numbers.indexOf(numbers[index] ?? '') !== index)
    .map((path) => complain(path, 'has a number that another decision has'))
}

const brokenRows = (tree: SourceTree): readonly Violation[] =>
  (tree.files.get(LIST) ?? '').split('\n').flatMap((text, index) => {
    const file = /\]\(([^)]+)\)/.exec(text)?.[1]
    return file === undefined || tree.files.has(`${FOLDER}${file}`)
      ? []
      : [complain(LIST, `names ${file}, which is no file`, index + 1)]
  })

const brokenReferences = (tree: SourceTree): readonly Violation[] => {
  const numbers = new Set(decisionsOf(tree).map((path) => path.slice(FOLDER.length, FOLDER.length + 4)))
  const texts = [...tree.files].filter(([path]) => !path.startsWith('test/architecture/'))
  return texts.flatMap(([path, text]) =>
    [...text.matchAll(/\bADR (\d{4})\b/g)]
      .filter(([, number = '']) => !numbers.has(number))
      .map(([reference]) => complain(path, `names ${reference}, which is no decision`)),
  )
}

/** Decision records are named, numbered, titled and listed in one way, and references to them lead somewhere. */
export const decisionsHaveOneForm: Rule = (tree) => {
  const paths = decisionsOf(tree)
  const doubled = doubledNumbers(paths)
  const problems = paths.flatMap((path) => problemOf(path, tree) ?? [])
  return [...doubled, ...problems, ...brokenRows(tree), ...brokenReferences(tree)]
}
