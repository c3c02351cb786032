import type { Rule, Violation } from '../../source-tree.ts'
import { provenBy } from './proof.ts'

const DOCUMENT = 'docs/findings.md'

/** One finding of the try-out with what closes it: tests, or a reason after `none:`. */
export interface Finding {
  readonly id: string
  readonly line: number
  readonly closedBy: string
}

/** Rows look like `| A-C1 | what was found | test/file.ts › title of the test |`. */
export const readFindings = (document: string): readonly Finding[] =>
  document.split('\n').flatMap((text, index) => {
    const [, id = '', statement = '', closedBy = ''] = text.split('|').map((cell) => cell.trim())
    if (!/^[ABCD]-[A-Z]?\d+(\.\d+)?$/.test(id) || statement === '') return []
    return [{ id, line: index + 1, closedBy }]
  })

const REASON = /^none: .{20}/

/** A finding is closed by a test that exists, or by a reason that a reader can judge. */
export const findingsAreClosed: Rule = (tree) => {
  const rows = readFindings(tree.files.get(DOCUMENT) ?? '')
  const complain = (line: number, message: string): Violation => ({ path: DOCUMENT, line, message })
  return rows.flatMap(({ id, line, closedBy }, index) => {
    const twice = rows.findIndex((row) => row.id === id) === index ? [] : [complain(line, `${id} is there twice`)]
    if (REASON.test(closedBy)) return twice
    const problems = closedBy.split('<br>').flatMap((proof) => provenBy(proof.trim(), tree.files) ?? [])
    return [...twice, ...problems.map((problem) => complain(line, `${id} ${problem}`))]
  })
}
