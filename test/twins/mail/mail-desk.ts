import type { MailDesk } from '../../../src/application/ports/mail/mail-desk.ts'
import type { User } from '../../../src/domain/identity/user.ts'
import { mailState } from '../../../src/domain/mail/seen-mail.ts'
import type { SeenMail } from '../../../src/domain/mail/seen-mail.ts'
import { reached } from '../process/due-time.ts'
import type { QueuedMail } from './mail-queue.ts'

const folded = (address: string): string => address.toLowerCase()

/** The mail messages of a queue in memory, and the accounts that their addresses belong to. */
export const memoryMailDesk = (mails: Map<string, QueuedMail>, users: ReadonlyMap<string, User>): MailDesk => {
  const toSeenMail = (mail: QueuedMail): SeenMail => ({
    id: mail.id,
    kind: mail.kind,
    recipient: mail.recipient,
    accountId: [...users.values()].find(({ email }) => folded(email) === mail.recipient)?.id ?? null,
    attempts: mail.attempts,
    createdAt: mail.createdAt,
    nextAttemptAt: mail.nextAttemptAt,
    claimedUntil: mail.claimedUntil,
    endedAt: mail.endedAt,
    outcome: mail.outcome,
    lastError: mail.lastError,
  })
  return {
    page: async ({ state, accountId, before, limit }) =>
      [...mails.values()]
        .map(toSeenMail)
        .filter((mail) => state === null || mailState(mail) === state)
        .filter((mail) => accountId === null || mail.accountId === accountId)
        .filter(({ id }) => before === null || id < before)
        .toSorted((a, b) => (a.id > b.id ? -1 : 1))
        .slice(0, limit),
    lock: async (id) => {
      const mail = mails.get(id)
      return mail === undefined ? null : toSeenMail(mail)
    },
    requeue: async (id, at) => {
      const mail = mails.get(id)
      if (mail !== undefined) {
        mails.set(id, { ...mail, nextAttemptAt: reached(at), claimedUntil: null, endedAt: null, outcome: null })
      }
    },
  }
}
