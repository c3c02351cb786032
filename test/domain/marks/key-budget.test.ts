import { expect } from 'chai'
import { decideKeyBudget } from '../../../src/domain/marks/key-budget.ts'
import type { BudgetState, NoticedBudget, RefusedBudget } from '../../../src/domain/marks/key-budget.ts'

const NOW = Date.UTC(2026, 0, 1)
const END = new Date(NOW + 1)

const decide = (
  state: Partial<BudgetState>,
  noticed: readonly NoticedBudget[] = [],
  refused: RefusedBudget | null = null,
) => decideKeyBudget({ limit: 100n, spent: 0n, periodEndsAt: null, ...state }, { noticed, refused }, NOW)

const noticed = (percent: 80 | 100, limit = 100n, periodEndsAt: Date | null = null) => [
  { percent, limit, periodEndsAt },
]

describe('the spending of a key', () => {
  it('is noticed at 80 and at 100 percent of its limit', () => {
    const notices = [79n, 80n, 99n, 100n].map((spent) => decide({ spent }).notify)
    expect(notices).to.deep.equal([null, 80, 80, 100])
    expect(decide({ limit: 3n, spent: 2n }).notify).to.equal(null)
    expect(decide({ limit: null, spent: 10n })).to.deep.equal({ notify: null, passed: [] })
  })

  it('is noticed once at each, and by the higher one alone where it passed both', () => {
    expect(decide({ spent: 100n })).to.deep.equal({ notify: 100, passed: [100, 80] })
    expect(decide({ spent: 90n }, noticed(80)).notify).to.equal(null)
    expect(decide({ spent: 100n }, noticed(80)).notify).to.equal(100)
    expect(decide({ spent: 100n }, [...noticed(80), ...noticed(100)]).notify).to.equal(null)
  })

  it('is noticed again in a new period, and under a limit that was raised, not under one that was lowered', () => {
    const later = new Date(NOW + 2)
    expect(decide({ spent: 80n, periodEndsAt: END }, noticed(80, 100n, END)).notify).to.equal(null)
    expect(decide({ spent: 80n, periodEndsAt: later }, noticed(80, 100n, END)).notify).to.equal(80)
    expect(decide({ spent: 95n, limit: 110n }, noticed(80)).notify).to.equal(80)
    expect(decide({ spent: 85n, limit: 100n }, noticed(80, 110n)).notify).to.equal(null)
  })

  it('is not noticed any more when its period has ended', () => {
    expect(decide({ spent: 100n, periodEndsAt: new Date(NOW) }).notify).to.equal(null)
  })

  it('has reached its limit once a call is refused for it, once in a period, whatever is charged afterwards', () => {
    const refused = { limit: 100n, periodEndsAt: END }
    expect(decide({ spent: 85n, periodEndsAt: END }, noticed(80, 100n, END), refused)).to.deep.equal({
      notify: 100,
      passed: [100, 80],
    })
    const had = noticed(100, 100n, END)
    expect(decide({ spent: 10n, periodEndsAt: END }, had, refused)).to.deep.equal({ notify: null, passed: [100] })
    expect(decide({ spent: 99n, periodEndsAt: END }, [...had, ...noticed(80, 100n, END)])).to.deep.equal({
      notify: null,
      passed: [100, 80],
    })
    const raised = { spent: 10n, limit: 110n, periodEndsAt: END }
    expect(decide(raised, had, { ...refused, limit: 110n }).notify, 'for the raised limit').to.equal(100)
    expect(decide(raised, had, refused), 'for the limit before it').to.deep.equal({ notify: null, passed: [] })
    expect(decide(raised, had, { ...refused, limit: null }).notify, 'for an unknown one').to.equal(100)
  })

  it('has not reached its limit by a refusal of an earlier period', () => {
    const next = new Date(NOW + 2)
    expect(decide({ spent: 1n, periodEndsAt: next }, [], { limit: 100n, periodEndsAt: END })).to.deep.equal({
      notify: null,
      passed: [],
    })
  })
})
