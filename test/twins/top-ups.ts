import type { TopUpStore } from '../../src/application/ports/top-up-store.ts'
import type { TopUp } from '../../src/domain/payments/top-up.ts'

export const memoryTopUps = (createdAt: Date = new Date(0)): TopUpStore => {
  const topUps = new Map<string, TopUp>()
  const change = (id: string, changes: Partial<TopUp>): void => {
    const topUp = topUps.get(id)
    if (topUp?.status === 'pending') topUps.set(id, { ...topUp, ...changes })
  }
  return {
    async open(topUp) {
      const opened = topUps.get(topUp.id) ?? {
        ...topUp,
        status: 'pending' as const,
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
    lock: async (id) => topUps.get(id) ?? null,
    async end(id, status) {
      const topUp = topUps.get(id)
      if (topUp?.status !== 'pending') throw new Error(`top-up ${id} is not pending`)
      if (status === 'succeeded' && topUp.paymentId === null) throw new Error(`top-up ${id} has no payment`)
      change(id, { status })
    },
  }
}
