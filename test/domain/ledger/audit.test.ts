import { expect } from 'chai'
import { ledgerViolations } from '../../../src/domain/ledger/audit.ts'
import type { LedgerFigures } from '../../../src/domain/ledger/audit.ts'
import { EMPTY_LEDGER } from '../../support/ledger/empty-ledger.ts'

const USAGE = { calls: 2n, charged: 40n, writtenOff: 5n }

const SOUND: LedgerFigures = {
  ...EMPTY_LEDGER,
  currencies: [
    {
      currency: 'RUB',
      accounts: { user: 60n, revenue: 45n, deposits: -100n, promo: 0n, writeoff: -5n, adjustment: 0n },
    },
  ],
  usage: [{ currency: 'RUB', usage: USAGE, summed: [USAGE, USAGE], ledger: USAGE }],
  uncountedReceipts: 1,
  wallets: 1,
  transfers: 3,
}

const WALLET = {
  walletId: 'w',
  currency: 'RUB',
  balance: 10n,
  held: 5n,
  reserved: 2n,
  transferred: 10n,
  openHolds: 3n,
  openReservations: 2n,
} as const

const tagsOf = (changes: Partial<LedgerFigures>): readonly string[] =>
  ledgerViolations({ ...SOUND, ...changes }).map(({ tag }) => tag)

describe('the verdict of an audit', () => {
  it('is clean for a sound ledger, whatever answers are unpaid and whatever holds wait for a sweep', () => {
    expect(ledgerViolations(SOUND)).to.deep.equal([])
    const unpaid = { holdId: 'h', walletId: 'w', amount: 1n, reason: 'expired' as const, endedAt: new Date(0) }
    expect(tagsOf({ possiblyUnpaid: [unpaid], possiblyUnpaidCount: 1 })).to.deep.equal([])
    expect(tagsOf({ overdueHolds: [{ holdId: 'h', overdueSeconds: 86_400 }], overdueHoldsCount: 1 })).to.deep.equal([])
  })

  it('finds money that came from nowhere', () => {
    const accounts = { user: 61n, revenue: 45n, deposits: -100n, promo: 0n, writeoff: -5n, adjustment: 0n }
    expect(ledgerViolations({ ...SOUND, currencies: [{ currency: 'RUB', accounts }] })).to.deep.equal([
      { tag: 'currency_not_balanced', currency: 'RUB', sum: 1n },
    ])
  })

  it('finds wallets whose sums are not what happened', () => {
    expect(tagsOf({ suspectWallets: [{ ...WALLET, transferred: 9n }] })).to.deep.equal(['wallet_balance_wrong'])
    expect(tagsOf({ suspectWallets: [{ ...WALLET, openHolds: 4n }] })).to.deep.equal(['wallet_held_wrong'])
    expect(tagsOf({ suspectWallets: [{ ...WALLET, held: 11n, openHolds: 9n }] })).to.deep.equal(['wallet_overdrawn'])
    expect(tagsOf({ suspectWallets: [{ ...WALLET, reserved: 1n }] })).to.deep.equal(['wallet_reserved_wrong'])
  })

  it('finds a usage that does not tell what the ledger tells', () => {
    const usage = { ...USAGE, charged: 41n }
    for (const wrong of [
      { usage, summed: [USAGE, USAGE] },
      { usage: USAGE, summed: [USAGE, usage] },
      { usage, summed: [usage, usage] },
    ]) {
      expect(ledgerViolations({ ...SOUND, usage: [{ currency: 'RUB', ...wrong, ledger: USAGE }] })).to.deep.equal([
        { tag: 'usage_wrong', currency: 'RUB', figure: 'charged', kept: 41n, actual: 40n },
      ])
    }
    const nothing = { calls: 0n, charged: 0n, writtenOff: 0n }
    expect(tagsOf({ usage: [{ currency: 'TOKEN', usage: nothing, summed: [], ledger: USAGE }] })).to.have.length(3)
  })

  it('finds keys, holds and reservations that do not add up', () => {
    const budget = { budgetId: 'b', spent: 3n, held: 2n, charged: 1n, openHolds: 0n, openReservations: 1n }
    expect(tagsOf({ suspectBudgets: [budget] })).to.deep.equal(['budget_spent_wrong', 'budget_held_wrong'])
    const hold = { holdId: 'h', currency: 'RUB' as const, state: 'settled' as const, settledAmount: 5n, moved: 4n }
    expect(tagsOf({ suspectHolds: [hold] })).to.deep.equal(['hold_transfers_wrong'])
    const reservation = { reservationId: 'r', currency: 'RUB' as const, captured: 5n, taken: 4n }
    expect(tagsOf({ suspectReservations: [reservation] })).to.deep.equal(['reservation_captured_wrong'])
  })
})
