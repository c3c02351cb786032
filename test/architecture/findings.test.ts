import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { findingsAreClosed, readFindings } from './rules/documents/findings.ts'
import { readTree, treeOf } from './source-tree.ts'

const PROOF = { 'test/a.test.ts': "it('keeps its word', () => {})" }
const row = (id: string, closedBy: string): string => `| ${id} | something was wrong | ${closedBy} |`
const broken = (document: string): readonly string[] =>
  findingsAreClosed(treeOf({ ...PROOF, 'docs/findings.md': document })).map(({ message }) => message)

describe('docs/findings.md', () => {
  const tree = readTree(fileURLToPath(new URL('../..', import.meta.url)))

  it('names an existing test or a reason for every finding', () => {
    const problems = findingsAreClosed(tree).map(({ line, message }) => `${line}: ${message}`)
    expect(problems.join('\n')).to.equal('')
  })

  it('has the findings of all three parts', () => {
    const ids = readFindings(tree.files.get('docs/findings.md') ?? '').map(({ id }) => id)
    for (const part of ['A', 'B', 'C']) {
      expect(ids.filter((id) => id.startsWith(`${part}-`)).length, part).to.be.greaterThan(30)
    }
  })

  it('is checked by a rule that finds violations', () => {
    expect(broken(row('A-C1', 'test/a.test.ts › keeps its word'))).to.deep.equal([])
    expect(broken(row('A-C1', 'none: the contract decides that this stays as it is'))).to.deep.equal([])
    expect(broken(row('A-C1', 'open'))).to.have.lengthOf(1)
    expect(broken(row('A-C1', 'none: no'))).to.have.lengthOf(1)
    expect(broken(row('A-C1', 'test/a.test.ts › breaks its word'))).to.have.lengthOf(1)
    expect(broken(row('A-C1', ''))).to.have.lengthOf(1)
    const twice = row('A-C1', 'test/a.test.ts › keeps its word')
    expect(broken(`${twice}\n${twice}`)).to.deep.equal(['A-C1 is there twice'])
  })
})
