import { expect } from 'chai'
import { MAX_BALANCE, systemAccountId } from '../../../src/domain/ledger/account.ts'
import { applyBatch } from '../../../src/domain/ledger/apply-batch.ts'
import type { LedgerCommand } from '../../../src/domain/ledger/command.ts'
import { writeoffIdOf } from '../../../src/domain/ledger/record-charge.ts'
import {
  giveBackCommand,
  holdCommand,
  refundCommand,
  releaseCommand,
  settleCommand,
  takeCommand,
  topUpCommand,
} from '../../support/ledger/ledger-commands.ts'
import { BUDGET_ID, NOW_MS, stateOf, testId, WALLET_ID, walletOf } from '../../support/ledger/ledger-state.ts'

const A = testId(10)
const B = testId(11)
const hold = (amount: bigint, holdId = A, rest = {}) => holdCommand(WALLET_ID, amount, { holdId, ...rest })
const settle = (price: bigint, holdId = A) => settleCommand({ holdId, walletId: WALLET_ID }, price)
const release = (holdId = A) => releaseCommand({ holdId, walletId: WALLET_ID })
const topUp = topUpCommand(WALLET_ID, 40n, { transferId: testId(20) })

const correction = (amount: bigint, transferId = testId(30)) =>
  topUpCommand(WALLET_ID, amount, { transferId, kind: 'adjustment', debit: systemAccountId('adjustment', 'RUB') })

interface Case {
  readonly title: string
  readonly balance: bigint
  readonly steps: readonly LedgerCommand[]
  /** Tag of each outcome; `!` in front where the step was a repetition. */
  readonly says: readonly string[]
  readonly wallet: readonly [balance: bigint, held: bigint]
  /** Kind and amount of each transfer, in order. */
  readonly moves?: readonly string[]
}

const CASES: readonly Case[] = [
  {
    title: 'a hold reserves and moves nothing',
    balance: 100n,
    steps: [hold(60n)],
    says: ['held'],
    wallet: [100n, 60n],
  },
  {
    title: 'the last micro-unit may be held, the next may not',
    balance: 100n,
    steps: [hold(100n), hold(1n, B)],
    says: ['held', 'insufficient'],
    wallet: [100n, 100n],
  },
  {
    title: 'each command sees the effects of those before it',
    balance: 0n,
    steps: [hold(40n), topUp, hold(40n), settle(30n), hold(10n, B)],
    says: ['insufficient', 'transferred', 'held', 'settled', 'held'],
    wallet: [10n, 10n],
    moves: ['topup 40', 'charge 30'],
  },
  {
    title: 'a settle charges the price and frees the rest',
    balance: 100n,
    steps: [hold(60n), settle(25n)],
    says: ['held', 'settled'],
    wallet: [75n, 0n],
    moves: ['charge 25'],
  },
  {
    title: 'a settle above the hold takes from what is available',
    balance: 100n,
    steps: [hold(60n), settle(90n)],
    says: ['held', 'settled'],
    wallet: [10n, 0n],
    moves: ['charge 90'],
  },
  {
    title: 'what the wallet cannot cover is written off, never a debt',
    balance: 100n,
    steps: [hold(60n), hold(30n, B), settle(150n)],
    says: ['held', 'held', 'settled'],
    wallet: [30n, 30n],
    moves: ['charge 70', 'writeoff 80'],
  },
  {
    title: 'a settle of nothing is a release',
    balance: 100n,
    steps: [hold(60n), settle(0n), settle(0n), settle(5n)],
    says: ['held', 'released', '!released', 'mismatch'],
    wallet: [100n, 0n],
  },
  {
    title: 'a hold ends once, whichever command comes second',
    balance: 100n,
    steps: [hold(60n), release(), release(), hold(50n, B), settle(50n, B), release(B)],
    says: ['held', 'released', '!released', 'held', 'settled', 'already_settled'],
    wallet: [50n, 0n],
    moves: ['charge 50'],
  },
  {
    title: 'a settle after the release charges once from what is available',
    balance: 100n,
    steps: [hold(60n), release(), settle(40n), settle(40n), settle(41n)],
    says: ['held', 'released', 'settled', '!settled', 'mismatch'],
    wallet: [60n, 0n],
    moves: ['charge 40'],
  },
  {
    title: 'a late settle on a wallet with nothing left is written off whole, once',
    balance: 100n,
    steps: [hold(60n), release(), hold(100n, B), settle(40n), settle(40n)],
    says: ['held', 'released', 'held', 'settled', '!settled'],
    wallet: [100n, 100n],
    moves: ['writeoff 40'],
  },
  {
    title: 'the same hold again is the same hold, even when the wallet is empty by then',
    balance: 60n,
    steps: [hold(60n), hold(60n), settle(60n), hold(60n), settle(60n)],
    says: ['held', '!held', 'settled', 'hold_ended', '!settled'],
    wallet: [0n, 0n],
    moves: ['charge 60'],
  },
  {
    title: 'the same id with other content changes nothing',
    balance: 100n,
    steps: [hold(60n), hold(61n), settle(10n), settle(11n), topUp, { ...topUp, amount: 41n }],
    says: ['held', 'mismatch', 'settled', 'mismatch', 'transferred', 'mismatch'],
    wallet: [130n, 0n],
    moves: ['charge 10', 'topup 40'],
  },
  {
    title: 'a reference holds once',
    balance: 100n,
    steps: [hold(10n), hold(10n, B, { reference: { kind: 'chat', id: A } })],
    says: ['held', 'mismatch'],
    wallet: [100n, 10n],
  },
  {
    title: 'nothing is done for unknown wallets and holds, or for the hold of another wallet',
    balance: 100n,
    steps: [
      holdCommand(testId(99), 1n),
      topUpCommand(testId(99), 1n),
      settle(1n, B),
      release(B),
      hold(10n),
      settleCommand({ holdId: A, walletId: testId(99) }, 5n),
      releaseCommand({ holdId: A, walletId: testId(99) }),
    ],
    says: ['unknown_account', 'unknown_account', 'unknown_hold', 'unknown_hold', 'held', 'mismatch', 'mismatch'],
    wallet: [100n, 10n],
  },
  {
    title: 'a movement without a hold takes only what is available',
    balance: 100n,
    steps: [hold(60n), takeCommand(WALLET_ID, 41n), takeCommand(WALLET_ID, 40n)],
    says: ['held', 'insufficient', 'transferred'],
    wallet: [60n, 60n],
    moves: ['adjustment 40'],
  },
  {
    title: 'a refund takes a top-up back out of the wallet, never more than it, in sum, nor than is available',
    balance: 0n,
    steps: [
      topUpCommand(WALLET_ID, 100n, { transferId: A }),
      giveBackCommand(WALLET_ID, A, 30n),
      giveBackCommand(WALLET_ID, A, 71n),
      hold(60n),
      giveBackCommand(WALLET_ID, A, 70n),
      giveBackCommand(WALLET_ID, A, 10n),
      giveBackCommand(WALLET_ID, B, 1n),
      refundCommand(WALLET_ID, A, 1n),
    ],
    says: [
      'transferred',
      'transferred',
      'insufficient',
      'held',
      'insufficient',
      'transferred',
      'insufficient',
      'refund_exceeds_original',
    ],
    wallet: [60n, 60n],
    moves: ['topup 100', 'refund 30', 'refund 10'],
  },
  {
    title: 'refunds give back a charge and never more than it, in sum',
    balance: 100n,
    steps: [
      hold(60n),
      settle(50n),
      refundCommand(WALLET_ID, A, 30n),
      refundCommand(WALLET_ID, A, 21n),
      refundCommand(WALLET_ID, A, 20n),
      refundCommand(WALLET_ID, A, 1n),
      refundCommand(WALLET_ID, B, 1n),
    ],
    says: [
      'held',
      'settled',
      'transferred',
      'refund_exceeds_original',
      'transferred',
      'refund_exceeds_original',
      'refund_exceeds_original',
    ],
    wallet: [100n, 0n],
    moves: ['charge 50', 'refund 30', 'refund 20'],
  },
  {
    title: 'money comes only from the account of its kind and currency',
    balance: 100n,
    steps: [
      topUpCommand(WALLET_ID, 1n, { debit: systemAccountId('revenue', 'RUB') }),
      topUpCommand(WALLET_ID, 1n, { debit: systemAccountId('deposits', 'TOKEN') }),
      topUpCommand(WALLET_ID, 1n, { debit: WALLET_ID, credit: systemAccountId('deposits', 'RUB') }),
      takeCommand(WALLET_ID, 1n, { credit: WALLET_ID }),
    ],
    says: ['unknown_account', 'unknown_account', 'unknown_account', 'unknown_account'],
    wallet: [100n, 0n],
  },
  {
    title: 'a correction fills a wallet to its limit and no further, and refuses nothing that a customer paid',
    balance: MAX_BALANCE - 50n,
    steps: [correction(51n), correction(50n), correction(1n, testId(31)), topUp],
    says: ['balance_limit', 'transferred', 'balance_limit', 'transferred'],
    wallet: [MAX_BALANCE + 40n, 0n],
    moves: ['adjustment 50', 'topup 40'],
  },
]

const summary = (outcome: { readonly tag: string; readonly fresh?: boolean }): string =>
  outcome.fresh === false ? `!${outcome.tag}` : outcome.tag

describe('a batch of ledger commands', () => {
  for (const { title, balance, steps, says, wallet, moves = [] } of CASES) {
    it(title, () => {
      const { outcomes, writes } = applyBatch(stateOf([walletOf(balance)]), steps, NOW_MS)
      expect(outcomes.map(summary)).to.deep.equal(says)
      const after = writes.wallets[0] ?? walletOf(balance)
      expect([after.balance, after.held]).to.deep.equal(wallet)
      expect(writes.transfers.map(({ kind, amount }) => `${kind} ${amount}`)).to.deep.equal(moves)
    })
  }

  it('writes a hold that was placed and ended in it once, as it ended', () => {
    const { writes } = applyBatch(stateOf([walletOf(100n)]), [hold(60n), settle(25n), hold(5n, B), release(B)], NOW_MS)
    expect(writes.endedHolds).to.deep.equal([])
    expect(writes.newHolds.map(({ hold: { state, settledAmount } }) => [state, settledAmount])).to.deep.equal([
      ['settled', 25n],
      ['released', null],
    ])
  })

  it('names the rows of a settle after its operation', () => {
    const { writes } = applyBatch(stateOf([walletOf(10n)]), [hold(10n), settle(25n)], NOW_MS)
    expect(writes.transfers.map(({ id, debit, credit, holdId }) => [id, debit, credit, holdId])).to.deep.equal([
      [A, WALLET_ID, systemAccountId('revenue', 'RUB'), A],
      [writeoffIdOf(A), systemAccountId('writeoff', 'RUB'), systemAccountId('revenue', 'RUB'), A],
    ])
  })

  it('leaves the receipt of a late settle on the hold, which stays released, and calls it late', () => {
    const { writes } = applyBatch(stateOf([walletOf(10n)]), [hold(10n), release(), settle(5n)], NOW_MS)
    const [{ hold: ended } = { hold: undefined }] = writes.newHolds
    expect(ended?.state).to.equal('released')
    expect(ended?.receipt).to.deep.equal({ ...settle(5n).receipt, late: true })
  })
})

describe('the spend limit of a key', () => {
  const budget = { id: BUDGET_ID, limit: 100n, spent: 30n, held: 0n, period: null }
  const limited = { budgetId: BUDGET_ID }

  it('counts what was charged and what is held, to the micro-unit', () => {
    const { outcomes, writes } = applyBatch(
      stateOf([walletOf(1_000n)], [budget]),
      [hold(70n, A, limited), hold(1n, B, limited), settle(20n), hold(50n, B, limited)],
      NOW_MS,
    )
    expect(outcomes.map(summary)).to.deep.equal(['held', 'spend_limit_exceeded', 'settled', 'held'])
    expect(writes.budgets).to.deep.equal([{ ...budget, spent: 50n, held: 50n }])
  })

  it('counts what the wallet paid, not the price, and gives a release back', () => {
    const { writes } = applyBatch(
      stateOf([walletOf(40n)], [budget]),
      [hold(10n, B, limited), release(B), hold(40n, A, limited), settle(60n)],
      NOW_MS,
    )
    expect(writes.budgets).to.deep.equal([{ ...budget, spent: 70n, held: 0n }])
  })

  it('only counts where there is no limit, and refuses a key it does not know', () => {
    const { outcomes, writes } = applyBatch(
      stateOf([walletOf(40n)], [{ ...budget, limit: null }]),
      [hold(40n, A, limited), hold(1n, B, { budgetId: testId(77) })],
      NOW_MS,
    )
    expect(outcomes.map(summary)).to.deep.equal(['held', 'unknown_account'])
    expect(writes.budgets).to.deep.equal([{ ...budget, limit: null, held: 40n }])
  })
})

describe('a spend limit that starts again', () => {
  const HOUR_MS = 3_600_000
  const endsAtMs = NOW_MS + 9 * HOUR_MS
  const period = { length: 'daily', timeZone: 'Europe/Moscow', spent: 80n, endsAtMs } as const
  const budget = { id: BUDGET_ID, limit: 100n, spent: 530n, held: 0n, period }
  const limited = { budgetId: BUDGET_ID }
  const state = stateOf([walletOf(1_000n)], [budget])

  it('counts what was charged in the running period, and what is held', () => {
    const { outcomes, writes } = applyBatch(state, [hold(20n, A, limited), hold(1n, B, limited)], endsAtMs - 1)
    expect(outcomes[0]).to.include({ tag: 'held' })
    expect(outcomes[1]).to.deep.equal({
      tag: 'spend_limit_exceeded',
      limit: 100n,
      spent: 80n,
      held: 20n,
      periodEndsAtMs: endsAtMs,
    })
    expect(writes.budgets).to.deep.equal([{ ...budget, held: 20n }])
  })

  it('has nothing spent from the end of the period on, but keeps what is held and the sum of all spending', () => {
    const earlier = { ...budget, held: 15n }
    const { outcomes, writes } = applyBatch(
      stateOf([walletOf(1_000n)], [earlier]),
      [hold(85n, A, limited), hold(1n, B, limited)],
      endsAtMs,
    )
    expect(outcomes.map(summary)).to.deep.equal(['held', 'spend_limit_exceeded'])
    const next = { ...period, spent: 0n, endsAtMs: endsAtMs + 24 * HOUR_MS }
    expect(writes.budgets).to.deep.equal([{ ...earlier, held: 100n, period: next }])
  })

  it('counts a charge in the period in which it is written', () => {
    const held = applyBatch(state, [hold(20n, A, limited)], endsAtMs - 1).writes
    const [placed] = held.newHolds
    const later = {
      ...stateOf(held.wallets, held.budgets),
      holds: new Map([[A, placed === undefined ? expect.fail('no hold was placed') : placed.hold]]),
    }
    const { writes } = applyBatch(later, [settle(15n)], endsAtMs)
    const next = { ...period, spent: 15n, endsAtMs: endsAtMs + 24 * HOUR_MS }
    expect(writes.budgets).to.deep.equal([{ ...budget, spent: 545n, held: 0n, period: next }])
  })

  it('never goes back to an earlier period by a clock that is less than a period behind', () => {
    const { outcomes, writes } = applyBatch(state, [hold(20n, A, limited), settle(20n)], endsAtMs - 47 * HOUR_MS)
    expect(outcomes.map(summary)).to.deep.equal(['held', 'settled'])
    expect(writes.budgets).to.deep.equal([{ ...budget, spent: 550n, period: { ...period, spent: 100n } }])
  })

  it('runs again from the next batch on where a clock that was years ahead ended its period', () => {
    const wrong = applyBatch(state, [hold(20n, A, limited), settle(20n)], Date.UTC(2031, 0, 1)).writes
    expect(wrong.budgets[0]?.period?.endsAtMs).to.equal(Date.UTC(2031, 0, 1, 21))
    const { outcomes, writes } = applyBatch(stateOf(wrong.wallets, wrong.budgets), [hold(95n, B, limited)], NOW_MS)
    expect(outcomes.map(summary)).to.deep.equal(['held'])
    expect(writes.budgets).to.deep.equal([{ ...budget, spent: 550n, held: 95n, period: { ...period, spent: 0n } }])
  })
})
