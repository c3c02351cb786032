import { expect } from 'chai'
import fc from 'fast-check'
import { systemAccountOf } from '../../../src/domain/ledger/account.ts'
import { applyBatch } from '../../../src/domain/ledger/apply-batch.ts'
import type { BatchResult } from '../../../src/domain/ledger/apply-batch.ts'
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
import { BUDGET_ID, stateOf, testId, walletOf } from '../../support/ledger/ledger-state.ts'

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
  [{ id: BUDGET_ID, limit: 300n, spent: 0n, held: 0n }],
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
        assertLaws(after(START, applyBatch(START, list)))
      }),
      { numRuns: 500 },
    )
  })

  it('do not depend on where a batch is cut', () => {
    fc.assert(
      fc.property(commands, fc.nat({ max: 40 }), (list, cut) => {
        const whole = applyBatch(START, list)
        const first = applyBatch(START, list.slice(0, cut))
        const middle = after(START, first)
        const second = applyBatch(middle, list.slice(cut))
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
        const state = after(START, applyBatch(START, list))
        if (last.tag !== 'place_hold' || state.holds.has(last.holdId)) return
        const isWaiting = awaitsMoney(state.transfers, state.holds, last.walletId)
        const [outcome] = applyBatch(state, [last]).outcomes
        expect(outcome?.tag === 'suspended').to.equal(isWaiting)
        if (isWaiting) expect(applyBatch(state, [last]).writes.newHolds).to.deep.equal([])
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
        const state = after(START, applyBatch(START, list))
        const once = applyBatch(state, [last])
        const again = applyBatch(after(state, once), [last])
        const [outcome] = once.outcomes
        if (outcome === undefined || refusals.includes(outcome.tag)) return
        expect(again.writes).to.deep.equal({ wallets: [], budgets: [], newHolds: [], endedHolds: [], transfers: [] })
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
