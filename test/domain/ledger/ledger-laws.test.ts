import { expect } from 'chai'
import fc from 'fast-check'
import { systemAccountOf } from '../../../src/domain/ledger/account.ts'
import { applyBatch } from '../../../src/domain/ledger/apply-batch.ts'
import type { BatchResult } from '../../../src/domain/ledger/apply-batch.ts'
import type { Budget } from '../../../src/domain/ledger/budget.ts'
import type { LedgerCommand } from '../../../src/domain/ledger/command.ts'
import type { LedgerState } from '../../../src/domain/ledger/state.ts'
import { referenceText } from '../../../src/domain/ledger/transfer.ts'
import {
  holdCommand,
  refundCommand,
  releaseCommand,
  settleCommand,
  takeCommand,
  topUpCommand,
} from '../../support/ledger/ledger-commands.ts'
import { BUDGET_ID, NOW_MS, stateOf, testId, walletOf } from '../../support/ledger/ledger-state.ts'

const WALLETS = [testId(1), testId(3)] as const

const wallet = fc.constantFrom(...WALLETS)
const operation = fc.integer({ min: 10, max: 17 }).map(testId)
const amount = fc.bigInt({ min: 1n, max: 120n })

/** Few wallets, few ids, small sums: so that commands meet, repeat and contradict each other. */
const command: fc.Arbitrary<LedgerCommand> = fc.oneof(
  fc
    .tuple(wallet, amount, operation, fc.constantFrom(null, BUDGET_ID))
    .map(([walletId, sum, holdId, budgetId]) => holdCommand(walletId, sum, { holdId, budgetId })),
  fc
    .tuple(wallet, fc.tuple(amount, amount, amount), operation, fc.constantFrom(null, BUDGET_ID))
    .map(([walletId, sums, holdId, budgetId]) => {
      const [least, enough, most] = [...sums].sort((one, other) => (one < other ? -1 : 1))
      return holdCommand(walletId, most!, { holdId, budgetId, less: { least: least!, enough: enough! } })
    }),
  fc
    .tuple(wallet, operation, fc.bigInt({ min: 0n, max: 200n }))
    .map(([walletId, holdId, price]) => settleCommand({ holdId, walletId }, price)),
  fc.tuple(wallet, operation).map(([walletId, holdId]) => releaseCommand({ holdId, walletId })),
  fc
    .tuple(wallet, amount, fc.integer({ min: 30, max: 33 }).map(testId))
    .map(([walletId, sum, transferId]) => topUpCommand(walletId, sum, { transferId })),
  fc
    .tuple(wallet, operation, amount, fc.integer({ min: 40, max: 44 }).map(testId))
    .map(([walletId, holdId, sum, transferId]) => refundCommand(walletId, holdId, sum, { transferId })),
  fc
    .tuple(wallet, amount, fc.integer({ min: 50, max: 52 }).map(testId))
    .map(([walletId, sum, transferId]) => takeCommand(walletId, sum, { transferId })),
)

const commands = fc.array(command, { maxLength: 40 })

const START = stateOf(
  WALLETS.map((id) => walletOf(0n, 0n, id)),
  [{ id: BUDGET_ID, limit: 300n, spent: 0n, held: 0n, period: null }],
)

/** The state the database would hold after the writes. */
const after = (state: LedgerState, { writes }: BatchResult): LedgerState => {
  const refunded = new Map(state.refunded)
  for (const { reverses, amount: sum } of writes.transfers) {
    if (reverses !== null) refunded.set(reverses, (refunded.get(reverses) ?? 0n) + sum)
  }
  const holds = [...writes.newHolds.map(({ hold }) => hold), ...writes.endedHolds]
  return {
    wallets: new Map([...state.wallets, ...writes.wallets.map((each) => [each.id, each] as const)]),
    budgets: new Map([...state.budgets, ...writes.budgets.map((each) => [each.id, each] as const)]),
    holds: new Map([...state.holds, ...holds.map((each) => [each.id, each] as const)]),
    transfers: new Map([...state.transfers, ...writes.transfers.map((each) => [each.id, each] as const)]),
    references: new Map([
      ...state.references,
      ...holds.map((each) => [referenceText(each.reference), each.id] as const),
    ]),
    refunded,
    reservations: state.reservations,
    openReservations: state.openReservations,
    livingInstances: state.livingInstances,
    pressedWallets: state.pressedWallets,
  }
}

const sumOf = (sums: Iterable<bigint>): bigint => [...sums].reduce((total, each) => total + each, 0n)

/** Whether the last movement of a wallet that says so was one that the house had to bear. */
const awaitsMoney = (transfers: LedgerState['transfers'], holds: LedgerState['holds'], walletId: string): boolean => {
  let awaits = false
  for (const { kind, credit, holdId } of transfers.values()) {
    if (credit === walletId) awaits = false
    if (kind === 'writeoff' && holds.get(holdId ?? '')?.walletId === walletId) awaits = true
  }
  return awaits
}

const assertLaws = (state: LedgerState): void => {
  const transfers = [...state.transfers.values()]
  const holds = [...state.holds.values()]
  for (const { id, balance, held, suspended } of state.wallets.values()) {
    expect(suspended).to.equal(awaitsMoney(state.transfers, state.holds, id))
    const credits = sumOf(transfers.filter(({ credit }) => credit === id).map((each) => each.amount))
    const debits = sumOf(transfers.filter(({ debit }) => debit === id).map((each) => each.amount))
    expect(balance).to.equal(credits - debits)
    const open = holds.filter(({ walletId, state: now }) => walletId === id && now === 'held')
    expect(held).to.equal(sumOf(open.map((each) => each.amount)))
    expect(held >= 0n && balance >= held).to.equal(true)
  }
  for (const hold of holds.filter(({ state: now }) => now === 'settled')) {
    const moved = transfers.filter(({ holdId }) => holdId === hold.id)
    expect(sumOf(moved.map((each) => each.amount))).to.equal(hold.settledAmount)
  }
  for (const transfer of transfers) {
    expect(transfer.amount > 0n).to.equal(true)
    expect([transfer.debit, transfer.credit].filter((end) => systemAccountOf(end) === null).length).to.be.at.most(1)
    const refunds = transfers.filter(({ reverses }) => reverses === transfer.id)
    expect(sumOf(refunds.map((each) => each.amount)) <= transfer.amount).to.equal(true)
  }
  const [budget] = state.budgets.values()
  const charges = transfers.filter(({ kind, holdId }) => kind === 'charge' && state.holds.get(holdId ?? '')?.budgetId)
  expect(budget?.spent).to.equal(sumOf(charges.map((each) => each.amount)))
}

describe('the laws of the ledger', () => {
  it('hold after any commands: balances equal transfers, holds equal what is held, nothing is negative', () => {
    fc.assert(
      fc.property(commands, (list) => {
        assertLaws(after(START, applyBatch(START, list, NOW_MS)))
      }),
      { numRuns: 500 },
    )
  })

  it('do not depend on where a batch is cut', () => {
    fc.assert(
      fc.property(commands, fc.nat({ max: 40 }), (list, cut) => {
        const whole = applyBatch(START, list, NOW_MS)
        const first = applyBatch(START, list.slice(0, cut), NOW_MS)
        const middle = after(START, first)
        const second = applyBatch(middle, list.slice(cut), NOW_MS)
        expect([...first.outcomes, ...second.outcomes]).to.deep.equal(whole.outcomes)
        const [inOne, inTwo] = [after(START, whole), after(middle, second)]
        expect(inTwo.wallets).to.deep.equal(inOne.wallets)
        expect(inTwo.budgets).to.deep.equal(inOne.budgets)
        expect([...inTwo.holds.values()]).to.have.deep.members([...inOne.holds.values()])
        expect([...inTwo.transfers.keys()]).to.deep.equal([...inOne.transfers.keys()])
      }),
      { numRuns: 300 },
    )
  })

  it('place no hold on a wallet that waits for money', () => {
    fc.assert(
      fc.property(commands, command, (list, last) => {
        const state = after(START, applyBatch(START, list, NOW_MS))
        if (last.tag !== 'place_hold' || state.holds.has(last.holdId)) return
        const isWaiting = awaitsMoney(state.transfers, state.holds, last.walletId)
        const [outcome] = applyBatch(state, [last], NOW_MS).outcomes
        expect(outcome?.tag === 'suspended').to.equal(isWaiting)
        if (isWaiting) expect(applyBatch(state, [last], NOW_MS).writes.newHolds).to.deep.equal([])
      }),
      { numRuns: 500 },
    )
  })

  it('let every accepted command be repeated: it writes nothing and has its first outcome', () => {
    const refusals = [
      'mismatch',
      'insufficient',
      'unknown_hold',
      'unknown_account',
      'spend_limit_exceeded',
      'suspended',
    ]
    fc.assert(
      fc.property(commands, command, (list, last) => {
        const state = after(START, applyBatch(START, list, NOW_MS))
        const once = applyBatch(state, [last], NOW_MS)
        const again = applyBatch(after(state, once), [last], NOW_MS)
        const [outcome] = once.outcomes
        if (outcome === undefined || refusals.includes(outcome.tag)) return
        expect(again.writes).to.deep.equal({
          wallets: [],
          budgets: [],
          newHolds: [],
          endedHolds: [],
          reservations: [],
          transfers: [],
          usage: [],
        })
        if (!('fresh' in outcome)) return
        const [repeated] = again.outcomes
        expect(withoutHold(repeated)).to.deep.equal({ ...withoutHold(outcome), fresh: false })
      }),
      { numRuns: 500 },
    )
  })
})

/** The hold itself may have ended since. */
const withoutHold = (outcome: object | undefined): object => ({ ...outcome, hold: undefined })

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const DAILY_LIMIT = 300n

const dayOf = (atMs: number): number => Math.floor(atMs / DAY_MS)

/** Enough money that only the limit of the key refuses. */
const DAILY_START = stateOf(
  [walletOf(1_000_000n)],
  [
    {
      id: BUDGET_ID,
      limit: DAILY_LIMIT,
      spent: 0n,
      held: 0n,
      period: { length: 'daily', timeZone: 'UTC', spent: 0n, endsAtMs: (dayOf(NOW_MS) + 1) * DAY_MS },
    },
  ],
)

const dailyHold = fc.integer({ min: 100, max: 130 }).map(testId)

/** Prices may be above what was held, and holds may be released before they are settled. */
const dailyCommand: fc.Arbitrary<LedgerCommand> = fc.oneof(
  fc.tuple(amount, dailyHold).map(([sum, holdId]) => holdCommand(WALLETS[0], sum, { holdId, budgetId: BUDGET_ID })),
  fc
    .tuple(dailyHold, fc.bigInt({ min: 0n, max: 200n }))
    .map(([holdId, price]) => settleCommand({ holdId, walletId: WALLETS[0] }, price)),
  dailyHold.map((holdId) => releaseCommand({ holdId, walletId: WALLETS[0] })),
)

/** A command, the hours since the one before, and by how many hours the clock of its process is behind. */
const dailySteps = fc.array(fc.tuple(dailyCommand, fc.constantFrom(0, 0, 0, 1, 5, 13), fc.constantFrom(0, 0, 2, 20)), {
  maxLength: 80,
  size: 'max',
})

type DailySteps = typeof dailySteps extends fc.Arbitrary<infer S> ? S : never

/**
 * What a history of a daily limit breaks. What was paid out of holds of the key in one day, and what is still held, fit
 * into the limit together: only the part of a price that no hold covered may come on top.
 */
const brokenDays = (decide: typeof applyBatch, steps: DailySteps): readonly string[] => {
  const broken: string[] = []
  let state = DAILY_START
  let [nowMs, day, charged, covered] = [NOW_MS, dayOf(NOW_MS), 0n, 0n]
  for (const [next, hours, hoursBehind] of steps) {
    nowMs += hours * HOUR_MS
    const decidedAtMs = nowMs - hoursBehind * HOUR_MS
    const result = decide(state, [next], decidedAtMs)
    if (result.writes.budgets.length > 0 && dayOf(decidedAtMs) > day) {
      ;[day, charged, covered] = [dayOf(decidedAtMs), 0n, 0n]
    }
    for (const { kind, amount: sum, holdId } of result.writes.transfers) {
      const hold = state.holds.get(holdId ?? '')
      if (kind !== 'charge' || hold === undefined) continue
      charged += sum
      if (hold.state === 'held') covered += sum < hold.amount ? sum : hold.amount
    }
    state = after(state, result)
    const { period } = state.budgets.get(BUDGET_ID)!
    const held = sumOf([...state.holds.values()].filter((hold) => hold.state === 'held').map((hold) => hold.amount))
    if (period?.spent !== charged) broken.push(`${charged} was charged on day ${day}, written is ${period?.spent}`)
    if (period?.endsAtMs !== (day + 1) * DAY_MS) broken.push(`day ${day} ends at ${period?.endsAtMs}`)
    if (covered + held > DAILY_LIMIT) broken.push(`${covered} was paid out of holds, ${held} is held`)
  }
  return broken
}

describe('a limit that starts again each day', () => {
  it('is never exceeded in one day by what is held and what was paid out of holds, whichever clock decides', () => {
    fc.assert(
      fc.property(dailySteps, (steps) => {
        expect(brokenDays(applyBatch, steps)).to.deep.equal([])
      }),
      { numRuns: 300 },
    )
  })

  const onBudgets =
    (change: (budget: Budget, nowMs: number) => Budget): typeof applyBatch =>
    (state, list, nowMs) => {
      const budgets = new Map([...state.budgets].map(([id, budget]) => [id, change(budget, nowMs)] as const))
      return applyBatch({ ...state, budgets }, list, nowMs)
    }
  const faults: readonly (readonly [string, typeof applyBatch])[] = [
    [
      'in which a clock that is behind brings the day before back',
      onBudgets((budget, nowMs) => {
        const endsAtMs = (dayOf(nowMs) + 1) * DAY_MS
        return budget.period === null || budget.period.endsAtMs === endsAtMs
          ? budget
          : { ...budget, period: { ...budget.period, spent: 0n, endsAtMs } }
      }),
    ],
    [
      'that holds as if nothing were held over the end of a day',
      onBudgets((budget, nowMs) =>
        budget.period !== null && nowMs >= budget.period.endsAtMs ? { ...budget, held: 0n } : budget,
      ),
    ],
    ['that never begins a day', (state, list) => applyBatch(state, list, NOW_MS)],
  ]
  for (const [which, faulty] of faults) {
    it(`is seen to be broken by a ledger ${which}`, () => {
      const { failed } = fc.check(
        fc.property(dailySteps, (steps) => brokenDays(faulty, steps).length === 0),
        { numRuns: 300, endOnFailure: true },
      )
      expect(failed).to.equal(true)
    })
  }
})
