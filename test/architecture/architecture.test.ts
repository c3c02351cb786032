import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { RULE_PROOFS } from './planted-violations.ts'
import { DOMAIN_FP_TS } from './rules/floors.ts'
import { readTree, treesOf } from './source-tree.ts'
import type { Rule, Violation } from './source-tree.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** Far fewer than there are: a checker that sees nothing must not be able to report that all is well. */
const LEAST_MODULES = 150

const show = ({ path, line, message }: Violation): string => `${path}${line === 0 ? '' : `:${line}`} ${message}`

const PLANTED = RULE_PROOFS.flatMap(({ breaks, keeps }) => [...Object.values(breaks), keeps])

describe('architecture', function () {
  // No check waits for anything: each ends, however long a busy machine takes for its steps.
  this.timeout(0)
  const tree = readTree(ROOT)
  const planted = new Map(treesOf(PLANTED).map((each, index) => [PLANTED[index], each]))
  const broken = (rule: Rule, files: (typeof PLANTED)[number]): readonly Violation[] => rule(planted.get(files)!)

  it('sees the modules of every floor', () => {
    const paths = [...tree.modules.keys()]
    expect(paths.length).to.be.greaterThan(LEAST_MODULES)
    for (const floor of ['src/domain/', 'src/application/', 'src/adapters/', 'src/infrastructure/', 'test/', 'bin/']) {
      expect(paths.filter((path) => path.startsWith(floor)).length, floor).to.be.greaterThan(1)
    }
    const imports = [...tree.modules.values()].flatMap((module) => module.imports)
    expect(imports.length).to.be.greaterThan(2 * LEAST_MODULES)
  })

  it('lets the domain use at most four modules of fp-ts', () => {
    expect(DOMAIN_FP_TS.length).to.be.at.most(4)
  })

  for (const { title, rule, breaks, keeps } of RULE_PROOFS) {
    describe(title, () => {
      it('holds in this repository', () => {
        expect(rule(tree).map(show).join('\n')).to.equal('')
      })

      for (const [name, files] of Object.entries(breaks)) {
        it(`is seen to break: ${name}`, () => {
          const violations = broken(rule, files)
          expect(violations.map(show)).to.have.lengthOf(1)
          expect(Object.keys(files)).to.include(violations[0]?.path)
        })
      }

      it('accepts what only looks like a violation', () => {
        expect(broken(rule, keeps).map(show)).to.deep.equal([])
      })
    })
  }
})
