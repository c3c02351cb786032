import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { mailState, mayGiveUp, mayRetry } from '../../../domain/mail/seen-mail.ts'
import type { SeenMail, MailRefusal, MailState } from '../../../domain/mail/seen-mail.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'

interface ChangeMailDeps {
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface ChangeMailInput {
  readonly operatorId: string
  readonly mailId: string
  readonly reason: string | null
}

type ChangeMailFailure = NoOperator | MailRefusal | { readonly tag: 'not_found' }
type ChangeMail = (input: ChangeMailInput) => Promise<Either<ChangeMailFailure, null>>

interface Change {
  readonly command: string
  readonly may: (mail: SeenMail, nowMs: number) => Either<MailRefusal, null>
  readonly apply: (stores: Pick<Stores, 'mail'>, mail: SeenMail, at: Date) => Promise<void>
  readonly after: MailState
}

const RETRY: Change = {
  command: 'mail retry',
  may: mayRetry,
  apply: ({ mail: queue }, { id }, at) => queue.requeue(id, at),
  after: 'waiting',
}

const GIVE_UP: Change = {
  command: 'mail give-up',
  may: mayGiveUp,
  apply: ({ mail: queue }, mail, at) => queue.end(mail, 'given_up', at, null),
  after: 'failed',
}

const changeMail =
  ({ command, may, apply, after }: Change, deps: ChangeMailDeps): ChangeMail =>
  ({ operatorId, mailId, reason }) =>
    deps.unitOfWork.transact<ChangeMailFailure, null>(async (stores) => {
      // A sender passes by what is locked, so the message stays as it is looked at here.
      const mail = await stores.mail.lock(mailId)
      if (mail === null) return left({ tag: 'not_found' })
      const nowMs = deps.clock.now()
      const allowed = may(mail, nowMs)
      if (isLeft(allowed)) return allowed
      await apply(stores, mail, new Date(nowMs))
      const { kind, attempts, accountId } = mail
      const noted = await noteAction(deps, stores, {
        operatorId,
        command,
        subject: accountId ?? mailId,
        arguments: { mail: mailId, kind, attempts: String(attempts) },
        before: { state: mailState(mail) },
        after: { state: after },
        reason,
      })
      return isLeft(noted) ? noted : right(null)
    })

export interface MailChanges {
  /** Sends a mail message at once that waits or has failed; a sender takes it within a second. */
  readonly retry: ChangeMail
  /** Gives up a mail message that waits. */
  readonly giveUp: ChangeMail
}

/**
 * What operators do with a mail message. One that a sender has claimed is left alone: it could arrive twice, or after
 * its end.
 */
export const mailChanges = (deps: ChangeMailDeps): MailChanges => ({
  retry: changeMail(RETRY, deps),
  giveUp: changeMail(GIVE_UP, deps),
})
