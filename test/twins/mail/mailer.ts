import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { MailMessage, Mailer, MailFailure } from '../../../src/application/ports/mail/mailer.ts'

export interface CollectingMailer extends Mailer {
  readonly messages: MailMessage[]
  /** The outcomes of the next mails, one after another. Later mails are all accepted. */
  readonly failures: MailFailure[]
}

export const collectingMailer = (): CollectingMailer => {
  const messages: MailMessage[] = []
  const failures: MailFailure[] = []
  return {
    messages,
    failures,
    atOnce: 2,
    send: async (message): Promise<Either<MailFailure, null>> => {
      const failure = failures.shift()
      if (failure !== undefined) return left(failure)
      messages.push(message)
      return right(null)
    },
  }
}
