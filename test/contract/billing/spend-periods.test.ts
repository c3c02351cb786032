import { expect } from 'chai'
import { openLedger } from '../../../src/adapters/persistence/ledger/group-commit-ledger.ts'
import { periodEnd } from '../../../src/domain/ledger/spend-period.ts'
import { holdCommand, settleCommand } from '../../support/ledger/ledger-commands.ts'
import { databaseWorld, memoryWorld } from '../../support/ledger/ledger-worlds.ts'
import type { LedgerWorld } from '../../support/ledger/ledger-worlds.ts'
import { describeOnDatabases } from '../../support/servers/databases.ts'
import { counted, outcomeOf, tagsOf, times } from './ledger.ts'

const START_MS = Date.UTC(2026, 10, 23, 12)
const DAY_MS = 24 * 3_600_000

/** A clock that stands until a test moves it. */
const standingClock = () => {
  let atMs = START_MS
  return { nowMs: () => atMs, moveTo: (ms: number) => void (atMs = ms) }
}

type StandingClock = ReturnType<typeof standingClock>

const dailyPeriod = {
  length: 'daily',
  timeZone: 'Asia/Kolkata',
  spent: 0n,
  endsAtMs: periodEnd('daily', 'Asia/Kolkata', START_MS),
} as const

const spendLimitContract = (world: () => LedgerWorld, clock: () => StandingClock): void => {
  it('keeps a key within its limit of the period when its calls come at once, and begins again after it', async () => {
    const { ledger, makeWallet, makeBudget, spentOf, violations } = world()
    clock().moveTo(START_MS)
    const [walletId, budgetId] = [await makeWallet(10_000n), await makeBudget(95n, dailyPeriod)]
    const placeMany = async (): Promise<bigint> => {
      const holds = times(30, () => holdCommand(walletId, 10n, { budgetId }))
      const tags = await tagsOf(ledger, holds)
      expect(counted(tags, 'held') + counted(tags, 'spend_limit_exceeded')).to.equal(30)
      const placed = holds.filter((_, index) => tags[index] === 'held')
      const ends = await tagsOf(
        ledger,
        placed.map((hold) => settleCommand(hold, 10n)),
      )
      return BigInt(counted(ends, 'settled')) * 10n
    }
    expect(await placeMany()).to.equal(90n)
    expect(await placeMany()).to.equal(0n)
    clock().moveTo(dailyPeriod.endsAtMs - 1)
    expect(await placeMany()).to.equal(0n)
    clock().moveTo(dailyPeriod.endsAtMs)
    expect(await placeMany()).to.equal(90n)
    clock().moveTo(dailyPeriod.endsAtMs + 5 * DAY_MS)
    expect(await placeMany()).to.equal(90n)
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 270n, held: 0n })
    expect(await violations()).to.deep.equal([])
  })

  it('counts a call that runs over the end of the period in the next one', async () => {
    const { ledger, makeWallet, makeBudget } = world()
    clock().moveTo(START_MS)
    const [walletId, budgetId] = [await makeWallet(1_000n), await makeBudget(100n, dailyPeriod)]
    const running = holdCommand(walletId, 60n, { budgetId })
    await outcomeOf(ledger, running)
    clock().moveTo(dailyPeriod.endsAtMs)
    await outcomeOf(ledger, settleCommand(running, 60n))
    expect(await outcomeOf(ledger, holdCommand(walletId, 41n, { budgetId }))).to.deep.equal({
      tag: 'spend_limit_exceeded',
      limit: 100n,
      spent: 60n,
      held: 0n,
      periodEndsAtMs: dailyPeriod.endsAtMs + DAY_MS,
    })
    expect(await tagsOf(ledger, [holdCommand(walletId, 40n, { budgetId })])).to.deep.equal(['held'])
  })
}

describe('a spend limit that starts again, in memory', () => {
  const clock = standingClock()
  const world = memoryWorld(clock.nowMs)
  spendLimitContract(
    () => world,
    () => clock,
  )
})

describeOnDatabases('a spend limit that starts again', (database) => {
  const clock = standingClock()
  const opened = (nowMs = clock.nowMs): LedgerWorld =>
    databaseWorld(database(), openLedger(database().open.batches, { nowMs }))
  spendLimitContract(opened, () => clock)

  it('is kept by two instances together, of which one has a clock that is behind', async () => {
    const { ledger: ahead, makeWallet, makeBudget, spentOf } = opened(() => dailyPeriod.endsAtMs)
    const { ledger: behind } = opened(() => START_MS)
    const [walletId, budgetId] = [await makeWallet(10_000n), await makeBudget(95n, dailyPeriod)]
    await outcomeOf(behind, holdCommand(walletId, 5n, { budgetId }))
    await outcomeOf(ahead, holdCommand(walletId, 10n, { budgetId }))
    const holds = times(40, () => holdCommand(walletId, 10n, { budgetId }))
    const outcomes = await Promise.all(
      holds.map(async (hold, index) => (await outcomeOf(index % 2 === 0 ? ahead : behind, hold)).tag),
    )
    expect(counted(outcomes, 'held')).to.equal(8)
    const placed = holds.filter((_, index) => outcomes[index] === 'held')
    for (const [index, hold] of placed.entries()) {
      await outcomeOf(index % 2 === 0 ? behind : ahead, settleCommand(hold, 10n))
    }
    const { period_spent: periodSpent, period_ends_at: endsAt } = await database()
      .db.selectFrom('budgets')
      .select(['period_spent', 'period_ends_at'])
      .where('id', '=', budgetId)
      .executeTakeFirstOrThrow()
    expect([periodSpent, endsAt?.getTime()]).to.deep.equal([80n, dailyPeriod.endsAtMs + DAY_MS])
    expect(await spentOf(budgetId)).to.deep.equal({ spent: 80n, held: 15n })
  })

  const changes: readonly (readonly [string, object, string])[] = [
    ['a lower limit', { limit_amount: 20n }, 'spend_limit_exceeded'],
    ['another period', { period: 'weekly', period_ends_at: new Date(dailyPeriod.endsAtMs) }, 'held'],
    ['another time zone', { time_zone: 'UTC' }, 'held'],
  ]
  for (const [what, columns, tag] of changes) {
    it(`is not decided on cached rows after ${what}`, async () => {
      clock.moveTo(START_MS)
      const { ledger, makeWallet, makeBudget } = opened()
      const [walletId, budgetId] = [await makeWallet(10_000n), await makeBudget(95n, dailyPeriod)]
      await outcomeOf(ledger, holdCommand(walletId, 15n, { budgetId }))
      await database().db.updateTable('budgets').set(columns).where('id', '=', budgetId).execute()
      clock.moveTo(dailyPeriod.endsAtMs)
      expect((await outcomeOf(ledger, holdCommand(walletId, 15n, { budgetId }))).tag).to.equal(tag)
      const row = await database()
        .db.selectFrom('budgets')
        .select(['period', 'time_zone', 'period_ends_at'])
        .where('id', '=', budgetId)
        .executeTakeFirstOrThrow()
      if (tag === 'held' && row.period !== null) {
        expect(row.period_ends_at?.getTime()).to.equal(periodEnd(row.period, row.time_zone, dailyPeriod.endsAtMs))
      }
    })
  }
})
