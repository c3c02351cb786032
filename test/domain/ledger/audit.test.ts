import { expect } from 'chai'
import { ledgerViolations, OVERDUE_AFTER_SECONDS } from '../../../src/domain/ledger/audit.ts'
import type { LedgerFigures } from '../../../src/domain/ledger/audit.ts'

const SOUND: LedgerFigures = {
  currencies: [
    {
      currency: 'RUB',
      accounts: { user: 60n, revenue: 45n, deposits: -100n, promo: 0n, writeoff: -5n, adjustment: 0n },
    },
  ],
  wallets: 1,
  transfers: 3,
  openHolds: 0,
  suspectWallets: [],
  suspectBudgets: [],
  suspectHolds: [],
  overdueHolds: [],
  possiblyUnpaid: [],
  possiblyUnpaidCount: 0,
}

const WALLET = { walletId: 'w', currency: 'RUB', balance: 10n, held: 5n, transferred: 10n, openHolds: 5n } as const

const tagsOf = (changes: Partial<LedgerFigures>): readonly string[] =>
  ledgerViolations({ ...SOUND, ...changes }).map(({ tag }) => tag)

describe('the verdict of an audit', () => {
  it('is clean for a sound ledger, unpaid answers or not', () => {
    expect(ledgerViolations(SOUND)).to.deep.equal([])
    const unpaid = { holdId: 'h', walletId: 'w', amount: 1n, reason: 'expired' as const, endedAt: new Date(0) }
    expect(tagsOf({ possiblyUnpaid: [unpaid], possiblyUnpaidCount: 1 })).to.deep.equal([])
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
    expect(tagsOf({ suspectWallets: [{ ...WALLET, held: 11n, openHolds: 11n }] })).to.deep.equal(['wallet_overdrawn'])
  })

  it('finds keys, holds and lives that do not add up', () => {
    const budget = { budgetId: 'b', spent: 3n, held: 2n, charged: 1n, openHolds: 0n }
    expect(tagsOf({ suspectBudgets: [budget] })).to.deep.equal(['budget_spent_wrong', 'budget_held_wrong'])
    const hold = { holdId: 'h', state: 'settled' as const, settledAmount: 5n, moved: 4n }
    expect(tagsOf({ suspectHolds: [hold] })).to.deep.equal(['hold_transfers_wrong'])
    const overdue = (overdueSeconds: number) => ({ overdueHolds: [{ holdId: 'h', walletId: 'w', overdueSeconds }] })
    expect(tagsOf(overdue(OVERDUE_AFTER_SECONDS))).to.deep.equal([])
    expect(tagsOf(overdue(OVERDUE_AFTER_SECONDS + 1))).to.deep.equal(['hold_overdue'])
  })
})
