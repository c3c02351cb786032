import { SUPERSEDED_MS } from '../../../src/application/ports/billing/top-up-store.ts'
import type { TopUpStore } from '../../../src/application/ports/billing/top-up-store.ts'
import { POLL_INTERVAL_MS } from '../../../src/domain/limits/poll-interval.ts'
import { isAwaitingPayment } from '../../../src/domain/payments/payment.ts'
import type { TopUpRefund } from '../../../src/domain/payments/refund.ts'
import type { TopUp } from '../../../src/domain/payments/top-up.ts'

const isWaitedFor = ({ superseded, paymentId, createdAt }: TopUp, at: Date): boolean =>
  superseded && paymentId !== null && createdAt.getTime() > at.getTime() - SUPERSEDED_MS

export const memoryTopUps = (createdAt: Date = new Date(0)): TopUpStore => {
  const topUps = new Map<string, TopUp>()
  const checkedAt = new Map<string, Date>()
  const lookedAt = new Map<string, Date>()
  const refunds = new Map<string, Omit<TopUpRefund, 'ageMs'>>()
  const change = (id: string, changes: Partial<TopUp>): void => {
    const topUp = topUps.get(id)
    if (topUp !== undefined && isAwaitingPayment(topUp)) topUps.set(id, { ...topUp, ...changes })
  }
  /** A claim by a clock that was far ahead does not count. */
  const askedAt = ({ id, createdAt: orderedAt }: TopUp, at: Date): Date => {
    const checked = checkedAt.get(id)
    return checked !== undefined && checked.getTime() <= at.getTime() + 600_000 ? checked : orderedAt
  }
  const newestFirst = (): TopUp[] => [...topUps.values()].toSorted((a, b) => (a.id < b.id ? 1 : -1))
  return {
    async open(topUp) {
      const opened = topUps.get(topUp.id) ?? {
        ...topUp,
        status: 'pending' as const,
        superseded: false,
        paymentId: null,
        confirmationUrl: null,
        createdAt,
      }
      topUps.set(topUp.id, opened)
      return opened
    },
    async attachPayment(id, payment) {
      const topUp = topUps.get(id)
      const paymentId = topUp?.paymentId ?? payment.id
      for (const other of topUps.values()) {
        if (other.id !== id && other.provider === topUp?.provider && other.paymentId === paymentId) {
          throw new Error('one payment pays for one top-up')
        }
      }
      change(id, { paymentId, confirmationUrl: topUp?.confirmationUrl ?? payment.confirmationUrl })
    },
    find: async (id) => topUps.get(id) ?? null,
    page: async ({ userId, status, before, limit }) =>
      newestFirst()
        .filter((topUp) => (userId === null || topUp.userId === userId) && (status === null || topUp.status === status))
        .filter(({ id }) => before === null || id < before)
        .slice(0, limit),
    pendingOf: async (userId) =>
      newestFirst()
        .filter((topUp) => topUp.userId === userId && topUp.status === 'pending')
        .toReversed(),
    supersede: async (id) => {
      if (topUps.get(id)?.status === 'pending') change(id, { status: 'canceled', superseded: true })
    },
    claimPoll: async (id, at) => {
      const topUp = topUps.get(id)
      const agoMs = at.getTime() - (lookedAt.get(id)?.getTime() ?? -Infinity)
      const isClaimed =
        topUp !== undefined && isAwaitingPayment(topUp) && (agoMs >= POLL_INTERVAL_MS || agoMs < -POLL_INTERVAL_MS)
      if (isClaimed) lookedAt.set(id, at)
      return isClaimed
    },
    lock: async (id) => topUps.get(id) ?? null,
    claimDue: async (provider, at, limit) => {
      const pauseMs = (topUp: TopUp): number =>
        Math.min(Math.max((at.getTime() - topUp.createdAt.getTime()) / 4, 15_000), 600_000)
      const lastMs = (topUp: TopUp): number => askedAt(topUp, at).getTime()
      const due = [...topUps.values()]
        .filter((topUp) => topUp.provider === provider)
        .filter((topUp) => topUp.status === 'pending' || isWaitedFor(topUp, at))
        .filter((topUp) => lastMs(topUp) + pauseMs(topUp) <= at.getTime())
        .toSorted((a, b) => (checkedAt.get(a.id)?.getTime() ?? 0) - (checkedAt.get(b.id)?.getTime() ?? 0))
        .slice(0, limit)
      for (const { id } of due) checkedAt.set(id, at)
      return due
    },
    firstDue: async (providers, at) => {
      const dues = [...topUps.values()]
        .filter((topUp) => providers.includes(topUp.provider))
        .filter((topUp) => topUp.status === 'pending' || isWaitedFor(topUp, at))
        .map((topUp) => {
          const askedMs = askedAt(topUp, at).getTime()
          return askedMs + Math.min(Math.max((askedMs - topUp.createdAt.getTime()) / 3, 15_000), 600_000)
        })
      return dues.length === 0 ? null : new Date(Math.min(...dues))
    },
    refundsOf: async (topUpId) => {
      const nowMs = Date.now()
      return [...refunds.values()]
        .filter((refund) => refund.topUpId === topUpId)
        .map((refund) => ({ ...refund, ageMs: nowMs - refund.createdAt.getTime() }))
    },
    async openRefund(refund) {
      const isBusy = [...refunds.values()].some((each) => each.topUpId === refund.topUpId && each.status === 'pending')
      const isKnown = [...refunds.values()].some(({ requestId }) => requestId === refund.requestId)
      if (refund.requestId !== null && isKnown) return false
      if (isBusy || refunds.has(refund.id)) throw new Error('one refund at a time')
      refunds.set(refund.id, { ...refund, status: 'pending', createdAt: new Date() })
      return true
    },
    async endRefund(id, status) {
      const refund = refunds.get(id)
      if (refund?.status !== 'pending') throw new Error(`refund ${id} is not pending`)
      refunds.set(id, { ...refund, status })
    },
    async end(id, status) {
      const topUp = topUps.get(id)
      if (topUp === undefined || !isAwaitingPayment(topUp)) throw new Error(`top-up ${id} is not open`)
      if (status === 'succeeded' && topUp.paymentId === null) throw new Error(`top-up ${id} has no payment`)
      change(id, { status, superseded: false })
    },
  }
}
