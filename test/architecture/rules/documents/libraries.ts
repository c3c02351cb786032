import type { Rule } from '../../source-tree.ts'

const DECISION = 'docs/adr/0008-libraries-beyond-the-core.md'

interface Manifest {
  readonly dependencies?: object
  readonly devDependencies?: object
}

/** Declarations of types come with the library that they describe. */
const isLibrary = (name: string): boolean => !name.startsWith('@types/')

const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.split(/[^\w@/.-]+/).map((word) => word.replace(/\.$/, '')))

/** The names in the first column of the tables. */
const rowsOf = (text: string): readonly { readonly name: string; readonly line: number }[] =>
  text.split('\n').flatMap((row, index) => {
    const names = /^\| ([^|]+) \|/.exec(row)?.[1] ?? ''
    return names === '' || names === 'library' ? [] : names.split(', ').map((name) => ({ name, line: index + 1 }))
  })

/** The decision on libraries has a word for each that is declared, and a row for none that is not. */
export const librariesAreExplained: Rule = (tree) => {
  const { dependencies, devDependencies } = JSON.parse(tree.files.get('package.json') ?? '{}') as Manifest
  const declared = Object.keys({ ...dependencies, ...devDependencies }).filter(isLibrary)
  const text = tree.files.get(DECISION) ?? ''
  const words = wordsOf(text)
  return [
    ...declared
      .filter((name) => !words.has(name))
      .map((name) => ({ path: DECISION, line: 0, message: `does not say what ${name} is for` })),
    ...rowsOf(text)
      .filter(({ name }) => !declared.includes(name))
      .map(({ name, line }) => ({ path: DECISION, line, message: `explains ${name}, which is not declared` })),
  ]
}
