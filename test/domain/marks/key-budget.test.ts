import { expect } from 'chai'
import { decideKeyBudget } from '../../../src/domain/marks/key-budget.ts'
import type { BudgetMark, BudgetState, AlertedBudget, RefusedBudget } from '../../../src/domain/marks/key-budget.ts'

const NOW = Date.UTC(2026, 0, 1)
const END = new Date(NOW + 1)

const decide = (
  state: Partial<BudgetState>,
  alerted: readonly AlertedBudget[] = [],
  refused: RefusedBudget | null = null,
) => decideKeyBudget({ limit: 100n, spent: 0n, periodEndsAt: null, ...state }, { alerted, refused }, NOW)

const alerted = (mark: BudgetMark, limit = 100n, periodEndsAt: Date | null = null) => [{ mark, limit, periodEndsAt }]

describe('the spending of a key', () => {
  it('alerts its owner at 80 and at 100 percent of its limit', () => {
    const alerts = [79n, 80n, 99n, 100n].map((spent) => decide({ spent }).alert)
    expect(alerts).to.deep.equal([[], ['charged_80'], ['charged_80'], ['charged_100']])
    expect(decide({ limit: 3n, spent: 2n }).alert).to.deep.equal([])
    expect(decide({ limit: null, spent: 10n })).to.deep.equal({ alert: [], passed: [] })
  })

  it('alerts its owner once at each, and by the higher one alone where it passed both', () => {
    expect(decide({ spent: 100n })).to.deep.equal({ alert: ['charged_100'], passed: ['charged_100', 'charged_80'] })
    expect(decide({ spent: 90n }, alerted('charged_80')).alert).to.deep.equal([])
    expect(decide({ spent: 100n }, alerted('charged_80')).alert).to.deep.equal(['charged_100'])
    expect(decide({ spent: 100n }, [...alerted('charged_80'), ...alerted('charged_100')]).alert).to.deep.equal([])
  })

  it('alerts its owner again in a new period, and under a limit that was raised, not under one that was lowered', () => {
    const later = new Date(NOW + 2)
    expect(decide({ spent: 80n, periodEndsAt: END }, alerted('charged_80', 100n, END)).alert).to.deep.equal([])
    expect(decide({ spent: 80n, periodEndsAt: later }, alerted('charged_80', 100n, END)).alert).to.deep.equal([
      'charged_80',
    ])
    expect(decide({ spent: 95n, limit: 110n }, alerted('charged_80')).alert).to.deep.equal(['charged_80'])
    expect(decide({ spent: 85n, limit: 100n }, alerted('charged_80', 110n)).alert).to.deep.equal([])
  })

  it('alerts its owner no more when its period has ended', () => {
    expect(decide({ spent: 100n, periodEndsAt: new Date(NOW) }).alert).to.deep.equal([])
  })

  it('has reached its limit once a call is refused for it at 80 percent or above, once in a period', () => {
    const refused = { limit: 100n, periodEndsAt: END }
    const state = { spent: 85n, periodEndsAt: END }
    const had80 = alerted('charged_80', 100n, END)
    expect(decide(state, had80, refused)).to.deep.equal({ alert: ['refused'], passed: ['charged_80', 'refused'] })
    const had = [...had80, ...alerted('refused', 100n, END)]
    expect(decide(state, had, refused)).to.deep.equal({ alert: [], passed: ['charged_80', 'refused'] })
    expect(decide(state, had), 'without another refusal').to.deep.equal({
      alert: [],
      passed: ['charged_80', 'refused'],
    })
    const raised = { spent: 90n, limit: 110n, periodEndsAt: END }
    const another = { ...refused, limit: 110n }
    expect(decide(raised, had, another).alert, 'for the raised limit').to.deep.equal(['charged_80', 'refused'])
    expect(decide(raised, had, refused).alert, 'for the limit before it').to.deep.equal(['charged_80'])
    expect(decide(raised, had, { ...refused, limit: null }).alert, 'for an unknown one').to.include('refused')
  })

  it('has not reached its limit by one call that was too expensive while less than 80 percent is spent', () => {
    const refused = { limit: 100n, periodEndsAt: null }
    for (const spent of [0n, 79n]) {
      expect(decide({ spent }, [], refused), String(spent)).to.deep.equal({ alert: [], passed: [] })
    }
    expect(decide({ spent: 80n }, [], refused).alert).to.deep.equal(['charged_80', 'refused'])
  })

  it('alerts its owner of what was charged also after an alert of a refusal', () => {
    const had = alerted('refused')
    expect(decide({ spent: 80n }, had).alert).to.deep.equal(['charged_80'])
    expect(decide({ spent: 100n }, [...had, ...alerted('charged_80')])).to.deep.equal({
      alert: ['charged_100'],
      passed: ['charged_100', 'charged_80', 'refused'],
    })
    const refused = { limit: 100n, periodEndsAt: null }
    expect(decide({ spent: 100n }, [], refused).alert, 'all is charged').to.deep.equal(['charged_100'])
  })

  it('has not reached its limit by a refusal of an earlier period', () => {
    const next = new Date(NOW + 2)
    expect(decide({ spent: 90n, periodEndsAt: next }, [], { limit: 100n, periodEndsAt: END }).alert).to.deep.equal([
      'charged_80',
    ])
  })
})
