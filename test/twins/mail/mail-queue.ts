import type { MailQueue } from '../../../src/application/ports/mail/mail-queue.ts'
import { LONGEST_MAIL_WAIT_MS } from '../../../src/domain/mail/outgoing-mail.ts'
import type { MailOutcome, OutgoingMail } from '../../../src/domain/mail/outgoing-mail.ts'
import { afterPause, reached } from '../process/due-time.ts'

export interface QueuedMail extends OutgoingMail {
  readonly nextAttemptAt: Date
  readonly claimedUntil: Date | null
  readonly lastError: string | null
  readonly endedAt: Date | null
  readonly outcome: MailOutcome | null
}

export const memoryMailQueue = (mails: Map<string, QueuedMail> = new Map()): MailQueue => {
  const change = (id: string, changes: Partial<QueuedMail>): void => {
    const mail = mails.get(id)
    if (mail !== undefined && mail.endedAt === null) mails.set(id, { ...mail, ...changes })
  }
  const changeMine = ({ id, attempts }: Pick<QueuedMail, 'id' | 'attempts'>, changes: Partial<QueuedMail>): void => {
    if (mails.get(id)?.attempts === attempts) change(id, changes)
  }
  return {
    enqueue: async (mail) => {
      if (mails.has(mail.id)) throw new Error('queued before')
      mails.set(mail.id, {
        detail: null,
        facts: null,
        ...mail,
        attempts: 0,
        nextAttemptAt: reached(mail.createdAt),
        claimedUntil: null,
        lastError: null,
        endedAt: null,
        outcome: null,
      })
    },
    claim: async ({ at, until, limit }) => {
      const [now, free] = [reached(at), afterPause(at, until)]
      const due = [...mails.values()]
        .filter(({ endedAt, nextAttemptAt }) => endedAt === null && nextAttemptAt <= now)
        .toSorted((a, b) => a.nextAttemptAt.getTime() - b.nextAttemptAt.getTime() || (a.id < b.id ? -1 : 1))
        .slice(0, limit)
      for (const { id, nextAttemptAt } of mails.values()) {
        if (nextAttemptAt.getTime() > Date.now() + LONGEST_MAIL_WAIT_MS) {
          change(id, { nextAttemptAt: new Date(), claimedUntil: null })
        }
      }
      return due
        .map((queued) => {
          const { nextAttemptAt: _next, endedAt: _ended, outcome: _outcome, claimedUntil: _until, ...rest } = queued
          const { lastError: _error, ...mail } = rest
          change(mail.id, { attempts: mail.attempts + 1, nextAttemptAt: free, claimedUntil: free })
          return { ...mail, attempts: mail.attempts + 1 }
        })
        .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    },
    oldestDue: async () => {
      const waiting = [...mails.values()].filter(({ endedAt }) => endedAt === null).map((mail) => mail.nextAttemptAt)
      return waiting.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null
    },
    countWithin: async ({ from, to }, recipient, kind, most) =>
      Math.min(
        most,
        [...mails.values()].filter(
          (mail) =>
            mail.recipient === recipient && mail.kind === kind && mail.createdAt >= from && mail.createdAt <= to,
        ).length,
      ),
    isLatest: async ({ id, kind, recipient }, at) =>
      ![...mails.values()].some(
        (mail) => mail.kind === kind && mail.recipient === recipient && mail.id > id && mail.createdAt <= at,
      ),
    end: async (mail, outcome, at, error) =>
      changeMine(mail, { outcome, endedAt: at, claimedUntil: null, ...(error === null ? {} : { lastError: error }) }),
    postpone: async (mail, { at, until }, error) =>
      changeMine(mail, { nextAttemptAt: afterPause(at, until), claimedUntil: null, lastError: error }),
    prune: async (endedBefore, limit) => {
      const old = [...mails.values()].filter(({ endedAt }) => endedAt !== null && endedAt < endedBefore).slice(0, limit)
      for (const { id } of old) mails.delete(id)
      return old.length
    },
  }
}
