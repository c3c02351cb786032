import { isRight } from 'fp-ts/lib/Either.js'
import type { PaymentGateway } from '../../../application/ports/billing/payment-gateway.ts'
import { isUuid } from '../../../domain/uuid.ts'

/** The most top-ups that are noted; more at once would be an outage of the database, which has its own alert. */
const MOST = 10_000

/** The top-ups that payment providers reported to this process as paid, until each is seen to have ended. */
export interface PaidTopUps {
  /** The ids of those that are not known to have ended, those that have waited longest first. */
  ids(): readonly string[]
  note(topUpId: string): void
  /** Of these ids only `open` have not ended; the others are dropped. */
  ended(asked: readonly string[], open: ReadonlySet<string>): void
  /** Since when the oldest is known, in milliseconds of the clock; null if there is none. */
  oldestMs(): number | null
}

export const paidTopUps = (nowMs: () => number): PaidTopUps => {
  const since = new Map<string, number>()
  return {
    ids: () => [...since.keys()],
    note: (topUpId) => {
      // Other software that sells through the same shop gives its orders ids of another form.
      if (since.size < MOST && isUuid(topUpId) && !since.has(topUpId)) since.set(topUpId, nowMs())
    },
    ended: (asked, open) => {
      for (const id of asked) if (!open.has(id)) since.delete(id)
    },
    oldestMs: () => since.values().next().value ?? null,
  }
}

/** The same payment provider; the top-ups that it calls paid are noted. */
export const measuredPayments = (gateway: PaymentGateway, paid: PaidTopUps): PaymentGateway => ({
  ...gateway,
  fetch: async (paymentId) => {
    const payment = await gateway.fetch(paymentId)
    if (isRight(payment) && payment.right.status === 'succeeded' && payment.right.topUpId !== null)
      paid.note(payment.right.topUpId)
    return payment
  },
})
