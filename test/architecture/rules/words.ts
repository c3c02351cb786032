import type { Rule, SourceTree, Violation } from '../source-tree.ts'
import { isBelow } from './import-edges.ts'
import { ALLOWED_WORDS, RETIRED_WORDS } from '../retired-words.ts'
import type { RetiredWord } from '../retired-words.ts'

/** Documents that must be able to name the retired words, and the tests of the words themselves. */
const MAY_NAME_THEM: ReadonlySet<string> = new Set([
  'docs/glossary.md',
  'test/architecture/retired-words.ts',
  'test/architecture/planted-words.ts',
])

const DOCUMENTS = /\.(md|yaml|yml|example|lua|sql)$/

const patternOf = (retired: readonly RetiredWord[]): RegExp =>
  new RegExp(`\\b(?:${retired.flatMap(({ forms }) => forms).join('|')})\\b`, 'gi')

const IN_NAMES = patternOf(RETIRED_WORDS)
const IN_PROSE = patternOf(RETIRED_WORDS.filter(({ where }) => where !== 'names'))

const insteadOf = (found: string): string =>
  RETIRED_WORDS.find(({ forms }) => forms.includes(found.toLowerCase()))?.instead ?? ''

/** `TOLD_names`, `isToldNow` and `HTTPLetter` as the words they are made of. */
const wordsOf = (identifier: string): string =>
  identifier
    .replaceAll('_', ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1 $2')

const withoutAllowed = (path: string, text: string): string =>
  ALLOWED_WORDS.filter((allowed) => allowed.path === undefined || allowed.path === path).reduce(
    (rest, { phrase }) => rest.replaceAll(phrase, (found) => '-'.repeat(found.length)),
    text,
  )

interface Found extends Violation {
  readonly word: string
}

const inText = (path: string, line: number, text: string, pattern: RegExp): readonly Found[] =>
  // Few texts have such a word, allowed or not, and the others are looked through once.
  text.search(pattern) === -1
    ? []
    : text.split('\n').flatMap((part, index) =>
        [...withoutAllowed(path, part).matchAll(pattern)].map(([found]) => ({
          path,
          line: line + index,
          word: found.toLowerCase(),
          message: `"${found}" in "${part.trim().slice(0, 120)}": say ${insteadOf(found)}`,
        })),
      )

const looked = new Map<string, boolean>()

/** Whether a name has a retired word, allowed or not: most names stand in many files. */
const hasRetired = (name: string): boolean => {
  const known = looked.get(name) ?? wordsOf(name).search(IN_NAMES) !== -1
  looked.set(name, known)
  return known
}

/** Retired words in the comments of the files that `isWanted` names. */
export const retiredInComments = (tree: SourceTree, isWanted: (path: string) => boolean): readonly Found[] =>
  [...tree.modules.values()]
    .filter(({ path }) => isWanted(path) && !MAY_NAME_THEM.has(path))
    .flatMap(({ path, comments }) => comments.flatMap(({ line, text }) => inText(path, line, text, IN_PROSE)))

const retiredInCode = (tree: SourceTree): readonly Violation[] =>
  [...tree.modules.values()]
    .filter(({ path }) => !MAY_NAME_THEM.has(path))
    .flatMap(({ path, identifiers, strings }) => [
      ...identifiers
        .filter(({ name }) => hasRetired(name))
        .flatMap(({ name, line }) => inText(path, line, wordsOf(name), IN_NAMES)),
      ...strings.filter(({ text }) => /\s/.test(text)).flatMap(({ text, line }) => inText(path, line, text, IN_PROSE)),
      // A string of one word is a name of the product: a tag, a prefix. In a test it is sample data.
      ...strings
        .filter(({ text }) => isBelow('src')(path) && !/\s/.test(text))
        .flatMap(({ text, line }) => inText(path, line, wordsOf(text), IN_NAMES)),
    ])

const retiredInDocuments = (tree: SourceTree): readonly Violation[] =>
  [...tree.files]
    .filter(([path]) => DOCUMENTS.test(path) && !MAY_NAME_THEM.has(path))
    .flatMap(([path, text]) => inText(path, 1, text, IN_PROSE))

const retiredInPaths = (tree: SourceTree): readonly Violation[] =>
  [...tree.files.keys()]
    .filter((path) => ['src', 'test', 'docs', 'bench', 'bin', 'migrations'].some((top) => isBelow(top)(path)))
    .flatMap((path) => inText(path, 0, path.replaceAll(/[-/.]/g, ' '), IN_NAMES))

/** One language: a retired word stands in no name, comment, string, test title, document or path. */
export const wordsArePlain: Rule = (tree) => [
  ...retiredInCode(tree),
  ...retiredInComments(tree, () => true),
  ...retiredInDocuments(tree),
  ...retiredInPaths(tree),
]
