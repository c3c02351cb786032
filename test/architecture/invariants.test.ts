import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { invariantsAreProven, readInvariants } from './rules/documents/invariants.ts'
import { readTree, treeOf } from './source-tree.ts'

const PROOF = { 'test/a.test.ts': "it('keeps its word', () => {})" }
const row = (id: string, proof: string): string => `| ${id} | something always holds | ${proof} |`
const broken = (document: string): readonly string[] =>
  invariantsAreProven(treeOf({ ...PROOF, 'INVARIANTS.md': document })).map(({ message }) => message)

describe('INVARIANTS.md', () => {
  const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)))

  it('names an existing test for every invariant', () => {
    const problems = invariantsAreProven(tree).map(({ line, message }) => `${line}: ${message}`)
    expect(problems.join('\n')).to.equal('')
  })

  it('states the invariants of money, of exactly once and of the wire', () => {
    const ids = readInvariants(tree.files.get('INVARIANTS.md') ?? '').map(({ id }) => id)
    expect(ids.length).to.be.greaterThan(30)
    for (const chapter of ['M', 'C', 'E', 'R', 'A', 'W', 'H']) {
      expect(ids.filter((id) => id.startsWith(chapter)).length, chapter).to.be.greaterThan(2)
    }
  })

  it('is checked by a rule that finds violations', () => {
    expect(broken(row('M1', 'test/a.test.ts › keeps its word'))).to.deep.equal([])
    expect(broken(row('M1', 'test/b.test.ts › keeps its word'))).to.have.lengthOf(1)
    expect(broken(row('M1', 'test/a.test.ts › breaks its word'))).to.have.lengthOf(1)
    expect(broken(row('M1', 'test/a.test.ts › '))).to.have.lengthOf(1)
    expect(broken(row('M1', ''))).to.have.lengthOf(1)
    expect(broken(row('M1', 'test/a.test.ts › keeps its word<br>test/a.test.ts › no'))).to.have.lengthOf(1)
    const twice = row('M1', 'test/a.test.ts › keeps its word')
    expect(broken(`${twice}\n${twice}`)).to.deep.equal(['M1 is there twice'])
  })
})
