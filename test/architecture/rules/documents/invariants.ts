import type { Rule, Violation } from '../../source-tree.ts'
import { provenBy } from './proof.ts'

const DOCUMENT = 'INVARIANTS.md'

export interface Invariant {
  readonly id: string
  readonly line: number
  readonly proofs: readonly string[]
}

/**
 * Rows look like `| M1 | what always holds | test/file.ts › title of the test |`; several proofs are joined by `<br>`.
 */
export const readInvariants = (document: string): readonly Invariant[] =>
  document.split('\n').flatMap((text, index) => {
    const [, id = '', statement = '', proofs = ''] = text.split('|').map((cell) => cell.trim())
    if (!/^[A-Z]+\d+$/.test(id) || statement === '') return []
    return [{ id, line: index + 1, proofs: proofs.split('<br>').map((proof) => proof.trim()) }]
  })

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
