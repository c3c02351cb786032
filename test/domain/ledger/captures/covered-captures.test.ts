import { expect } from 'chai'
import fc from 'fast-check'
import { applyBatch } from '../../../../src/domain/ledger/apply-batch.ts'
import { coverCaptures, coveredOutcomes } from '../../../../src/domain/ledger/captures/covered-captures.ts'
import type { CoveredWrites } from '../../../../src/domain/ledger/captures/covered-captures.ts'
import type { Capture, Reserve } from '../../../../src/domain/ledger/reservation-command.ts'
import type { LedgerState } from '../../../../src/domain/ledger/state.ts'
import { captureCommand, reserveCommand, returnCommand } from '../../../support/ledger/ledger-commands.ts'
import { NOW_MS, testId, walletOf } from '../../../support/ledger/ledger-state.ts'
import { applyToMemory, ledgerMemory } from '../../../twins/billing/ledger-memory.ts'

const RESERVES: readonly Reserve[] = [1, 2, 3].map((nth) =>
  reserveCommand({ walletId: testId(nth === 3 ? 2 : 1), budgetId: testId(10 + nth) }, 1_000n, {
    reservationId: testId(20 + nth),
  }),
)

const reserved = (): LedgerState => {
  const memory = ledgerMemory()
  for (const nth of [1, 2]) memory.wallets.set(testId(nth), walletOf(8_000n, 0n, testId(nth)))
  for (const each of RESERVES) {
    memory.budgets.set(each.budgetId, { id: each.budgetId, limit: null, spent: 0n, held: 0n, period: null })
    applyToMemory(memory, each, NOW_MS)
  }
  return memory
}

const calls = fc
  .array(
    fc.record({
      of: fc.constantFrom(...RESERVES),
      amount: fc.bigInt({ min: 1n, max: 60n }),
      share: fc.bigInt({ min: 0n, max: 4n }),
    }),
    { minLength: 1, maxLength: 16 },
  )
  .map((all) =>
    all.map(({ of, amount, share }, nth): Capture => {
      const holdId = testId(100 + nth)
      return captureCommand(of, (amount * share) / 4n, { holdId, amount, cover: amount })
    }),
  )

const sumsAfter = (state: LedgerState, { paid, charged, taken }: CoveredWrites) => ({
  wallets: [...paid].map(([id, sum]) => {
    const { balance, held, reserved: open } = state.wallets.get(id)!
    return { id, balance: balance - sum, held: held - sum, reserved: open - sum }
  }),
  budgets: [...charged].map(([id, sum]) => {
    const { spent, held } = state.budgets.get(id)!
    return { id, spent: spent + sum, held: held - sum }
  }),
  reservations: [...taken].map(([id, sum]) => ({ ...state.reservations.get(id)!, captured: sum })),
})

const decided = (state: LedgerState, commands: readonly Capture[]): CoveredWrites => {
  const writes = coverCaptures(state.reservations, commands)
  if (writes === null) throw new Error('not covered')
  return writes
}

describe('calls within their cover', () => {
  it('write what they would write under the locks of their wallets, and come to the same', () => {
    fc.assert(
      fc.property(calls, (commands) => {
        const state = reserved()
        const writes = decided(state, commands)
        const locked = applyBatch(state, commands, NOW_MS)
        const { wallets, budgets, reservations } = sumsAfter(state, writes)
        for (const wallet of wallets) {
          expect(locked.writes.wallets.find(({ id }) => id === wallet.id)).to.deep.include(wallet)
        }
        for (const budget of budgets) {
          const row = locked.writes.budgets.find(({ id }) => id === budget.id) ?? state.budgets.get(budget.id)
          expect(row).to.deep.include(budget)
        }
        expect(reservations).to.have.deep.members([...locked.writes.reservations])
        expect(writes.calls.map(({ hold }) => hold)).to.deep.equal(locked.writes.newHolds.map(({ hold }) => hold))
        const after = new Map(wallets.map((wallet) => [wallet.id, wallet]))
        const balances = writes.calls
          .filter(({ hold }) => hold.state === 'settled')
          .map(({ hold: { id, walletId }, paidUntil }) => {
            const balanceAfter = after.get(walletId)!.balance + writes.paid.get(walletId)! - paidUntil
            return { id, balanceAfter }
          })
        expect(balances).to.deep.equal(locked.writes.transfers.map(({ id, balanceAfter }) => ({ id, balanceAfter })))
        expect(coveredOutcomes(writes, after)).to.deep.equal(locked.outcomes)
      }),
      { numRuns: 500 },
    )
  })

  const [first, second] = RESERVES as readonly [Reserve, Reserve]
  const call = captureCommand(first, 5n)
  const others: Readonly<Record<string, readonly Capture[]>> = {
    'a price above the cover': [captureCommand(first, 11n)],
    'an unknown reservation': [captureCommand({ ...first, reservationId: testId(99) }, 5n)],
    'another wallet': [captureCommand({ ...first, walletId: testId(2) }, 5n)],
    'another key': [captureCommand({ ...first, budgetId: second.budgetId }, 5n)],
    'another instance': [captureCommand({ ...first, instance: 'elsewhere' }, 5n)],
    'more together than is reserved': [1, 2].map(() => captureCommand(first, 600n, { amount: 600n })),
    'the same call twice': [call, call],
    'the same reference twice': [call, captureCommand(first, 5n, { reference: call.reference })],
  }
  for (const [what, commands] of Object.entries(others)) {
    it(`are none with ${what}: the wallet decides`, () => {
      expect(coverCaptures(reserved().reservations, commands)).to.equal(null)
      expect(coverCaptures(reserved().reservations, [captureCommand(second, 1n), ...commands])).to.equal(null)
    })
  }

  it('are none of a reservation that has ended', () => {
    const memory = ledgerMemory()
    for (const [id, wallet] of reserved().wallets) memory.wallets.set(id, { ...wallet, held: 0n, reserved: 0n })
    memory.budgets.set(first.budgetId, { id: first.budgetId, limit: null, spent: 0n, held: 0n, period: null })
    applyToMemory(memory, first, NOW_MS)
    applyToMemory(memory, returnCommand(first, 'all'), NOW_MS)
    expect(coverCaptures(memory.reservations, [captureCommand(first, 0n)])).to.equal(null)
  })
})
