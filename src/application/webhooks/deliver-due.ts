import { right } from 'fp-ts/lib/Either.js'
import { decideDelivery, isFailing } from '../../domain/webhooks/delivery.ts'
import type { AttemptResult, Delivery } from '../../domain/webhooks/delivery.ts'
import type { DisabledReason, Webhook } from '../../domain/webhooks/webhook.ts'
import type { UserStore } from '../ports/accounts/user-store.ts'
import type { SecretWrapping } from '../ports/secrets/secret-wrapping.ts'
import type { UnitOfWork } from '../ports/transaction/unit-of-work.ts'
import type { AttemptNote, DeliveryQueue } from '../ports/webhooks/delivery-queue.ts'
import type { WebhookSender } from '../ports/webhooks/webhook-sender.ts'
import type { WebhookStore } from '../ports/webhooks/webhook-store.ts'
import { queueAlert } from '../mail/queue-alert.ts'
import type { QueueAlertDeps } from '../mail/queue-alert.ts'
import { signingSecrets } from './stored-secret.ts'

/** Twice the longest attempt, so that no second process takes a delivery that is being sent. */
const CLAIM_MS = 30_000
/** Attempts of a process at once. */
const PLACES = 50
/** A server that answers slowly holds this many places. */
const PLACES_OF_WEBHOOK = 3
/** All servers of an account hold this many. */
const PLACES_OF_ACCOUNT = 5

interface DeliverDueDeps extends QueueAlertDeps {
  readonly deliveries: DeliveryQueue
  readonly webhooks: WebhookStore
  readonly users: Pick<UserStore, 'find'>
  readonly unitOfWork: UnitOfWork
  readonly wrapping: SecretWrapping | null
  readonly sender: WebhookSender
  /** A random number from 0 to below 1. */
  readonly chance: () => number
}

interface DeliverDue {
  /**
   * Begins to send the deliveries that are due, as many as there are free places, and returns how many. Fails where an
   * attempt has failed since the last run. The signal ends attempts early.
   */
  readonly run: (signal: AbortSignal) => Promise<number>
  /** Resolves when no attempt is under way. */
  readonly ended: () => Promise<void>
}

/**
 * Sends what is due. A run waits for no receiver, so a slow one holds its own places and not the next run. Any number
 * of instances may do this at the same time. An event reaches its receiver at least once, always under the same id.
 */
export const deliverDue = (deps: DeliverDueDeps): DeliverDue => {
  const attempts = new Set<Promise<void>>()
  const underWay = new Map<string, number>()
  const failures: unknown[] = []
  const count = (webhookId: string, by: 1 | -1): void => {
    const attemptsOf = (underWay.get(webhookId) ?? 0) + by
    if (attemptsOf === 0) underWay.delete(webhookId)
    else underWay.set(webhookId, attemptsOf)
  }
  const attempt = async (delivery: Delivery, signal: AbortSignal): Promise<void> => {
    count(delivery.webhookId, 1)
    try {
      await deliver(deps, delivery, signal)
    } catch (error) {
      failures.push(error)
    } finally {
      count(delivery.webhookId, -1)
    }
  }
  return {
    run: async (signal) => {
      const nowMs = deps.clock.now()
      const claimed = await deps.deliveries.claim({
        at: new Date(nowMs),
        until: new Date(nowMs + CLAIM_MS),
        limit: PLACES - attempts.size,
        perWebhook: PLACES_OF_WEBHOOK,
        perAccount: PLACES_OF_ACCOUNT,
        underWay,
      })
      for (const delivery of claimed) {
        const begun: Promise<void> = attempt(delivery, signal).then(() => void attempts.delete(begun))
        attempts.add(begun)
      }
      if (failures.length > 0) throw failures.splice(0)[0]
      return claimed.length
    },
    ended: async () => void (await Promise.all(attempts)),
  }
}

const deliver = async (deps: DeliverDueDeps, delivery: Delivery, signal: AbortSignal): Promise<void> => {
  const webhook = await deps.webhooks.find(delivery.webhookId)
  const secrets = await deps.webhooks.secretsOf(delivery.webhookId)
  const owner = webhook === null ? null : await deps.users.find(webhook.userId)
  const at = new Date(deps.clock.now())
  if (webhook === null || secrets === null || owner === null) return
  if (!webhook.enabled || owner.deactivatedAt !== null) {
    const { lastStatus: status, lastError: error } = delivery
    await deps.deliveries.end(delivery, 'canceled', { at, status, error })
    return
  }
  const result = await deps.sender.send(
    {
      ...delivery,
      url: webhook.url,
      at,
      secrets: await signingSecrets(deps.wrapping, webhook.id, secrets, at.getTime()),
    },
    signal,
  )
  const isCut = result.tag === 'unanswered' && signal.aborted
  if (isCut) await deps.deliveries.postpone(delivery, at, { at, status: null, error: 'the process stopped' })
  else await conclude(deps, webhook, delivery, result)
}

const noteOf = (result: AttemptResult, at: Date): AttemptNote =>
  result.tag === 'answered' ? { at, status: result.status, error: null } : { at, status: null, error: result.reason }

const conclude = async (
  deps: DeliverDueDeps,
  webhook: Webhook,
  delivery: Delivery,
  result: AttemptResult,
): Promise<void> => {
  const nowMs = deps.clock.now()
  const note = noteOf(result, new Date(nowMs))
  const verdict = decideDelivery(result, delivery.attempts, nowMs, deps.chance())
  switch (verdict.tag) {
    case 'retry':
      await deps.deliveries.postpone(delivery, verdict.at, note)
      return
    case 'delivered':
      await deps.deliveries.end(delivery, 'delivered', note)
      await deps.webhooks.noteDelivered(webhook.id, note.at)
      return
    case 'failed':
      await deps.deliveries.end(delivery, 'failed', note)
      if (isFailing(webhook.deliveredAt, delivery, nowMs)) await disable(deps, webhook, 'failing', note.at)
      return
    case 'gone':
      await deps.deliveries.end(delivery, 'failed', note)
      await disable(deps, webhook, 'gone', note.at)
  }
}

/** Disables a webhook whose address is still the one that was sent to: its owner may have corrected it since. */
const disable = async (deps: DeliverDueDeps, { id, url }: Webhook, reason: DisabledReason, at: Date): Promise<void> => {
  await deps.unitOfWork.transact(async (stores) => {
    const { webhooks } = stores
    const webhook = await webhooks.lock(id)
    if (webhook === null || webhook.url !== url || !(await webhooks.disable(id, reason, at))) return right(false)
    await queueAlert(deps, stores, webhook.userId, { kind: 'webhook_disabled', facts: { url } })
    return right(true)
  })
}
