import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { User } from '../../../domain/identity/user.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { DeactivateUser, UserNotFound } from '../../accounts/users/deactivate-user.ts'
import type { ReactivateUser } from '../../accounts/users/reactivate-user.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'
import type { AccountNotFound } from './read-account.ts'

interface ChangeStateDeps {
  readonly deactivateUser: DeactivateUser
  readonly reactivateUser: ReactivateUser
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface ChangeStateInput {
  readonly operatorId: string
  readonly accountId: string
  readonly reason: string
}

type ChangeState = (input: ChangeStateInput) => Promise<Either<AccountNotFound | NoOperator, null>>

/** Closes accounts and opens them again, as the command line does. */
export interface AccountStates {
  readonly deactivate: ChangeState
  readonly reactivate: ChangeState
}

/** Of the notice to the owner, whose language is not known here. */
const NOTICE_LOCALE: MailLocale = 'en'

const stateOf = (isActive: boolean): string => (isActive ? 'active' : 'deactivated')

const named = (outcome: Either<UserNotFound | NoOperator, null>): Either<AccountNotFound | NoOperator, null> => {
  if (!isLeft(outcome)) return outcome
  return outcome.left.tag === 'user_not_found' ? left({ tag: 'not_found' }) : left(outcome.left)
}

export const accountStates = (deps: ChangeStateDeps): AccountStates => {
  const note =
    ({ operatorId, accountId, reason }: ChangeStateInput, command: string, isActive: boolean) =>
    (stores: Pick<Stores, 'users' | 'operatorLog'>, user: User) =>
      noteAction(deps, stores, {
        operatorId,
        command,
        subject: accountId,
        arguments: { email: user.email },
        before: { state: stateOf(user.deactivatedAt === null) },
        after: { state: stateOf(isActive) },
        reason,
      })
  return {
    deactivate: async (input) =>
      named(await deps.deactivateUser(input.accountId, NOTICE_LOCALE, note(input, 'users deactivate', false))),
    reactivate: async (input) =>
      named(await deps.reactivateUser(input.accountId, note(input, 'users reactivate', true))),
  }
}
