import type { LedgerAudit } from '../../../src/application/ports/billing/ledger-audit.ts'
import { SYSTEM_ACCOUNT_KINDS, systemAccountId } from '../../../src/domain/ledger/account.ts'
import type { AccountKind } from '../../../src/domain/ledger/account.ts'
import { openSum } from '../../../src/domain/ledger/reservation.ts'
import { CURRENCIES } from '../../../src/domain/money/money.ts'
import { TOP_UP_REFUND_KIND } from '../../../src/domain/ledger/transfer.ts'
import type { LedgerMemory } from './ledger-memory.ts'

const sum = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((total, each) => total + each, 0n)

/** Sums a ledger twin up. Every wallet, budget and hold is listed, whether it may be wrong or not. */
export const memoryLedgerAudit = (memory: LedgerMemory, nowMs: () => number): LedgerAudit => ({
  async read() {
    const [wallets, holds, transfers] = [[...memory.wallets.values()], [...memory.holds.values()], memory.transfers]
    const reservations = [...memory.reservations.values()]
    const net = new Map<string, bigint>()
    const moved = new Map<string, bigint>()
    for (const { debit, credit, amount, holdId } of transfers.values()) {
      net.set(debit, (net.get(debit) ?? 0n) - amount)
      net.set(credit, (net.get(credit) ?? 0n) + amount)
      if (holdId !== null) moved.set(holdId, (moved.get(holdId) ?? 0n) + amount)
    }
    const open = holds.filter(({ state }) => state === 'held')
    const heldBy = (isMeant: (hold: (typeof open)[number]) => boolean): bigint =>
      sum(open.filter(isMeant).map(({ amount }) => amount))
    const unpaid = holds.flatMap(({ id, walletId, amount, releaseReason: reason }) =>
      (reason === 'expired' || reason === 'instance_lost') && !moved.has(id)
        ? [{ holdId: id, walletId, amount, reason, endedAt: new Date(nowMs()) }]
        : [],
    )
    const overdue = open.flatMap(({ id }) => {
      const overdueSeconds = (nowMs() - (memory.expiresAt.get(id) ?? 0)) / 1000
      return overdueSeconds > 0 ? [{ holdId: id, overdueSeconds }] : []
    })
    return {
      currencies: CURRENCIES.map((currency) => {
        const kept = wallets.filter((wallet) => wallet.currency === currency).map(({ balance }) => balance)
        const system = SYSTEM_ACCOUNT_KINDS.map((kind) => [kind, net.get(systemAccountId(kind, currency)) ?? 0n])
        return {
          currency,
          accounts: Object.fromEntries([['user', sum(kept)], ...system]) as Record<AccountKind, bigint>,
        }
      }),
      usage: CURRENCIES.map((currency) => {
        const own = [...transfers.values()].filter((transfer) => transfer.currency === currency)
        const moved = (kind: string): bigint =>
          sum(own.filter((each) => each.kind === kind).map(({ amount }) => amount))
        const ended = holds.filter((hold) => hold.state !== 'held' && hold.currency === currency)
        const calls = BigInt(ended.filter(({ reference }) => reference.kind !== TOP_UP_REFUND_KIND).length)
        const totals = { calls, charged: moved('charge'), writtenOff: moved('writeoff') }
        return { currency, usage: totals, summed: [], ledger: totals }
      }),
      uncountedReceipts: 0,
      wallets: wallets.length,
      transfers: transfers.size,
      openHolds: open.length,
      openReservations: reservations.filter(({ ended }) => !ended).length,
      suspectReservations: reservations.map(({ id: reservationId, walletId, captured }) => ({
        reservationId,
        currency: memory.wallets.get(walletId)?.currency ?? 'RUB',
        captured,
        taken: sum(holds.flatMap(({ taken }) => (taken?.reservationId === reservationId ? [taken.amount] : []))),
      })),
      suspectWallets: wallets.map(({ id: walletId, currency, balance, held, reserved }) => ({
        walletId,
        currency,
        balance,
        held,
        reserved,
        transferred: net.get(walletId) ?? 0n,
        openHolds: heldBy((hold) => hold.walletId === walletId),
        openReservations: sum(reservations.filter((each) => each.walletId === walletId).map(openSum)),
      })),
      suspectBudgets: [...memory.budgets.values()].map(({ id: budgetId, spent, held }) => {
        const own = [...transfers.values()].filter(({ kind }) => kind === 'charge')
        const charged = own.filter(({ holdId }) => memory.holds.get(holdId ?? '')?.budgetId === budgetId)
        const openHolds = heldBy((hold) => hold.budgetId === budgetId)
        const openReservations = sum(reservations.filter((each) => each.budgetId === budgetId).map(openSum))
        return { budgetId, spent, held, charged: sum(charged.map(({ amount }) => amount)), openHolds, openReservations }
      }),
      suspectHolds: holds.flatMap(({ id, currency, state, settledAmount }) =>
        state === 'released'
          ? []
          : [{ holdId: id, currency, state, settledAmount: settledAmount ?? 0n, moved: moved.get(id) ?? 0n }],
      ),
      overdueHolds: overdue,
      overdueHoldsCount: overdue.length,
      possiblyUnpaid: unpaid,
      possiblyUnpaidCount: unpaid.length,
      // The twin does not keep when an instance ended.
      diedReservations: [],
      diedReservationsCount: 0,
    }
  },
})
