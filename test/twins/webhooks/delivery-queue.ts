import { storableText } from '../../../src/domain/storable-text.ts'
import type { AttemptNote, DeliveryQueue } from '../../../src/application/ports/webhooks/delivery-queue.ts'
import { LONGEST_DELIVERY_WAIT_MS } from '../../../src/domain/webhooks/delivery.ts'
import type { Delivery } from '../../../src/domain/webhooks/delivery.ts'
import { afterPause, reached } from '../process/due-time.ts'

const columnsOf = ({ at, status, error }: AttemptNote) => ({
  lastAttemptAt: at,
  lastStatus: status,
  lastError: error === null ? null : storableText(error.slice(0, 500)),
})

const longestDueFirst = (a: Delivery, b: Delivery): number =>
  a.nextAttemptAt.getTime() - b.nextAttemptAt.getTime() || (a.id < b.id ? -1 : 1)

export const memoryDeliveryQueue = (
  deliveries: Map<string, Delivery> = new Map(),
  /** Null: there is no such webhook. */
  ownerOf: (webhookId: string) => string | null = (webhookId) => webhookId,
): DeliveryQueue => {
  const byHand = new Set<string>()
  const change = (id: string, changes: Partial<Delivery>): void => {
    const delivery = deliveries.get(id)
    if (delivery !== undefined && delivery.endedAt === null) deliveries.set(id, { ...delivery, ...changes })
  }
  const isMine = ({ id, attempts }: Pick<Delivery, 'id' | 'attempts'>): boolean =>
    deliveries.get(id)?.attempts === attempts
  const waiting = (): Delivery[] => [...deliveries.values()].filter(({ endedAt }) => endedAt === null)
  const findWaiting = async (webhookId: string, eventId: string): Promise<Delivery | null> =>
    waiting().find((each) => each.webhookId === webhookId && each.eventId === eventId) ?? null
  return {
    enqueue: async (delivery) => {
      if (ownerOf(delivery.webhookId) === null) return
      if ((await findWaiting(delivery.webhookId, delivery.eventId)) !== null) return
      const { id, webhookId, eventId, kind, data, occurredAt, createdAt } = delivery
      const nextAttemptAt = reached(createdAt)
      const begun = { attempts: 0, nextAttemptAt, lastAttemptAt: null, lastStatus: null, lastError: null }
      const open = { endedAt: null, outcome: null }
      if (delivery.isByHand === true) byHand.add(id)
      deliveries.set(id, { id, webhookId, eventId, kind, data, occurredAt, createdAt, ...begun, ...open })
    },
    claim: async ({ at, until, limit, perWebhook, perAccount, underWay }) => {
      const due = waiting()
        .filter(({ nextAttemptAt }) => nextAttemptAt <= reached(at))
        .toSorted(longestDueFirst)
      for (const { id, nextAttemptAt } of waiting()) {
        if (nextAttemptAt.getTime() > Date.now() + LONGEST_DELIVERY_WAIT_MS) change(id, { nextAttemptAt: new Date() })
      }
      const busyOf = (owner: string | null): number =>
        [...underWay].reduce((sum, [webhookId, attempts]) => sum + (ownerOf(webhookId) === owner ? attempts : 0), 0)
      const placed = due
        .map((delivery, index) => {
          const { webhookId } = delivery
          const before = due.slice(0, index).filter((each) => each.webhookId === webhookId).length
          return { delivery, owner: ownerOf(webhookId), place: (underWay.get(webhookId) ?? 0) + before }
        })
        .filter(({ place }) => place < perWebhook)
        .toSorted((a, b) => a.place - b.place || longestDueFirst(a.delivery, b.delivery))
      return placed
        .map(({ delivery, owner }, index) => ({
          delivery,
          turn: busyOf(owner) + placed.slice(0, index).filter((each) => each.owner === owner).length,
        }))
        .filter(({ turn }) => turn < perAccount)
        .toSorted((a, b) => a.turn - b.turn || longestDueFirst(a.delivery, b.delivery))
        .slice(0, limit)
        .map(({ delivery }) => {
          const claimed = { ...delivery, attempts: delivery.attempts + 1, nextAttemptAt: afterPause(at, until) }
          change(delivery.id, claimed)
          return claimed
        })
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    },
    end: async (delivery, outcome, note) => {
      if (isMine(delivery)) change(delivery.id, { ...columnsOf(note), outcome, endedAt: note.at })
    },
    postpone: async (delivery, until, note) => {
      if (isMine(delivery)) change(delivery.id, { ...columnsOf(note), nextAttemptAt: afterPause(note.at, until) })
    },
    find: async (id) => deliveries.get(id) ?? null,
    findWaiting,
    makeDue: async (id, at) => change(id, { nextAttemptAt: reached(at) }),
    page: async ({ webhookId, before, limit }) =>
      [...deliveries.values()]
        .filter((each) => each.webhookId === webhookId && (before === null || each.id < before))
        .toSorted((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit),
    countWaiting: async (webhookId, most) =>
      Math.min(most, waiting().filter((each) => webhookId === null || each.webhookId === webhookId).length),
    countByHand: async (webhookId, since, most) =>
      Math.min(
        most,
        [...deliveries.values()].filter(
          (each) => each.webhookId === webhookId && byHand.has(each.id) && each.createdAt > since,
        ).length,
      ),
    oldestDue: async () => waiting().toSorted(longestDueFirst)[0]?.nextAttemptAt ?? null,
    prune: async (endedBefore, limit) => {
      const old = [...deliveries.values()].filter(({ endedAt }) => endedAt !== null && endedAt < endedBefore)
      for (const { id } of old.slice(0, limit)) deliveries.delete(id)
      return Math.min(limit, old.length)
    },
  }
}
