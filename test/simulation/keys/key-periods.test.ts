import { expect } from 'chai'
import fc from 'fast-check'
import { auditViolations } from '../../support/ledger/audit-violations.ts'
import { freshDatabase } from '../../support/servers/databases.ts'
import type { TestDatabase } from '../../support/servers/databases.ts'
import { keyHistory } from './key-history.ts'
import { databaseKeyInstallation, endOf, KEYS, memoryKeyInstallation } from './key-installation.ts'
import type { KeyInstallation, PlantedFault } from './key-installation.ts'
import { playKeys } from './key-play.ts'

/**
 * Plays histories, each on an installation of its own; returns how often each outcome occurred. To shrink a history
 * that failed takes minutes on a real database.
 */
const playMany = async (
  numRuns: number,
  longest: number,
  install: (run: number) => Promise<KeyInstallation>,
  isShrunk: boolean,
): Promise<ReadonlyMap<string, number>> => {
  const met = new Map<string, number>()
  let run = 0
  const property = fc.asyncProperty(keyHistory(longest), async (steps) => {
    run += 1
    const { wrong, met: once } = await playKeys(await install(run), steps)
    for (const [what, times] of once) met.set(what, (met.get(what) ?? 0) + times)
    if (wrong.length > 0) throw new Error(wrong.join('\n'))
  })
  await fc.assert(property, { numRuns, endOnFailure: !isShrunk })
  return met
}

/** What the histories together must come to, or they prove little. */
const MUST_BE_MET = [
  'held',
  'held less',
  'settled',
  'released',
  'spend_limit_exceeded',
  'ledger_unavailable',
  'a period began',
]

const onKeys =
  (change: (period: { spent: bigint; endsAtMs: number }, nowMs: number, index: number) => object): PlantedFault =>
  ({ budgets }, nowMs) => {
    for (const [index, [id, budget]] of [...budgets].entries()) {
      if (budget.period === null) continue
      budgets.set(id, { ...budget, period: { ...budget.period, ...change(budget.period, nowMs, index) } })
    }
  }

const FAULTS: readonly (readonly [string, PlantedFault])[] = [
  [
    'in which a clock that is behind brings an earlier period back',
    onKeys(({ endsAtMs }, nowMs, index) => {
      const ownEndMs = endOf(KEYS[index]!, nowMs)
      return ownEndMs < endsAtMs ? { spent: 0n, endsAtMs: ownEndMs } : {}
    }),
  ],
  [
    'that begins a period an hour early',
    onKeys(({ endsAtMs }, nowMs, index) =>
      nowMs + 3_600_000 >= endsAtMs ? { spent: 0n, endsAtMs: endOf(KEYS[index]!, nowMs + 3_600_000) } : {},
    ),
  ],
  [
    'that counts nothing as held when a period begins',
    ({ budgets }, nowMs) => {
      for (const [id, budget] of budgets) {
        if (nowMs >= (budget.period?.endsAtMs ?? Infinity)) budgets.set(id, { ...budget, held: 0n })
      }
    },
  ],
  [
    'that gives a hold that asks for less what the wallet has, not what its key has',
    (memory, _, command) => {
      if (command.tag !== 'place_hold' || command.less === undefined || command.budgetId === null) return
      const { limit, ...budget } = memory.budgets.get(command.budgetId)!
      const left = (limit ?? 0n) - (budget.period?.spent ?? 0n) - budget.held
      if (left < command.less.least) return
      memory.budgets.set(budget.id, { ...budget, limit: 1_000_000n })
      return () => void memory.budgets.set(budget.id, { ...memory.budgets.get(budget.id)!, limit })
    },
  ],
  ['that never begins a period', onKeys(({ endsAtMs }, nowMs) => (nowMs >= endsAtMs ? { endsAtMs: nowMs + 1 } : {}))],
]

describe('Keys with limits that start again, through histories of faults, races and wrong clocks', () => {
  it('hold and spend no more than their limits in a period, after every step of 500 of them', async () => {
    const met = await playMany(500, 80, () => memoryKeyInstallation(), true)
    expect(MUST_BE_MET.filter((what) => !met.has(what))).to.deep.equal([])
  })

  for (const [which, fault] of FAULTS) {
    it(`are seen to do so by a ledger ${which}`, async () => {
      const property = fc.asyncProperty(keyHistory(80), async (steps) => {
        const { wrong } = await playKeys(await memoryKeyInstallation(fault), steps)
        return wrong.length === 0
      })
      expect(await fc.check(property, { numRuns: 300, endOnFailure: true })).to.include({ failed: true })
    })
  }

  describe('on PostgreSQL', () => {
    let database: TestDatabase
    before(async () => {
      database = await freshDatabase('postgresql')
    })
    after(() => database.close())

    it('do so after every step of 20', async () => {
      const met = await playMany(20, 60, (run) => databaseKeyInstallation(database, run), false)
      expect(met.get('a period began')).to.be.above(0)
      expect(await auditViolations(database.db)).to.deep.equal([])
    })
  })
})
