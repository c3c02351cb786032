import type { Rule, Violation } from '../source-tree.ts'

const DOCUMENT = 'INVARIANTS.md'

export interface Invariant {
  readonly id: string
  readonly line: number
  readonly proofs: readonly string[]
}

/** Rows look like `| M1 | what always holds | test/file.ts › title of the test |`; several proofs are joined by `<br>`. */
export const readInvariants = (document: string): readonly Invariant[] =>
  document.split('\n').flatMap((text, index) => {
    const [, id = '', statement = '', proofs = ''] = text.split('|').map((cell) => cell.trim())
    if (!/^[A-Z]+\d+$/.test(id) || statement === '') return []
    return [{ id, line: index + 1, proofs: proofs.split('<br>').map((proof) => proof.trim()) }]
  })

const provenBy = (proof: string, files: ReadonlyMap<string, string>): string | null => {
  const [file = '', title = ''] = proof.split(' › ')
  const text = files.get(file)
  if (text === undefined || !file.startsWith('test/')) return `names no test file: ${proof}`
  const isTitle = title !== '' && ["'", '"', '`'].some((quote) => text.includes(`${quote}${title}`))
  return isTitle ? null : `${file} has no test "${title}"`
}

/** A promise without a test is a wish; a renamed test must take its promise along. */
export const invariantsAreProven: Rule = (tree) => {
  const rows = readInvariants(tree.files.get(DOCUMENT) ?? '')
  const complain = (line: number, message: string): Violation => ({ path: DOCUMENT, line, message })
  return rows.flatMap(({ id, line, proofs }, index) => [
    ...(rows.findIndex((row) => row.id === id) === index ? [] : [complain(line, `${id} is there twice`)]),
    ...proofs.flatMap((proof) => {
      const problem = provenBy(proof, tree.files)
      return problem === null ? [] : [complain(line, `${id} ${problem}`)]
    }),
  ])
}
