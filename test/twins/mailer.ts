import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Letter, Mailer, MailFailure } from '../../src/application/ports/mailer.ts'

export interface CollectingMailer extends Mailer {
  readonly letters: Letter[]
  /** What the next letters meet, one after another; after that all are taken. */
  readonly failures: MailFailure[]
}

export const collectingMailer = (): CollectingMailer => {
  const letters: Letter[] = []
  const failures: MailFailure[] = []
  return {
    letters,
    failures,
    send: async (letter): Promise<Either<MailFailure, null>> => {
      const failure = failures.shift()
      if (failure !== undefined) return left(failure)
      letters.push(letter)
      return right(null)
    },
  }
}
