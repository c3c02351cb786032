import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { EmailAddress } from '../../../domain/identity/email-address.ts'
import { checkPassword } from '../../../domain/identity/password-policy.ts'
import type { WeakPassword } from '../../../domain/identity/password-policy.ts'
import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { HasherBusy, PasswordHasher } from '../../ports/accounts/password-hasher.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import type { NewUser, UserStore } from '../../ports/accounts/user-store.ts'
import { createAccount } from './create-account.ts'
import type { CreateAccountDeps } from './create-account.ts'

interface RegisterDeps extends CreateAccountDeps {
  readonly users: Pick<UserStore, 'findByEmail'>
  readonly passwords: Pick<PasswordHasher, 'hash'>
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
}

export interface RegisterInput {
  readonly email: EmailAddress
  readonly password: string
  readonly displayName: string | null
  /** The language of the mail that verifies the address. */
  readonly locale: MailLocale
}

type EmailTaken = { readonly tag: 'email_taken' }
export type RegisterFailure = EmailTaken | WeakPassword | HasherBusy
export type Register = (input: RegisterInput) => Promise<Either<RegisterFailure, NewUser>>

/** Creates an account with a password: user, wallets, bonus and the mail that verifies the address, all or nothing. */
export const register =
  (deps: RegisterDeps): Register =>
  async ({ email, password, displayName, locale }) => {
    const allowed = checkPassword(password, email)
    if (isLeft(allowed)) return allowed
    // This look-up saves the hash. The store decides, because two people can register one address at the same time.
    if ((await deps.users.findByEmail(email.folded)) !== null) return left({ tag: 'email_taken' })
    const hash = await deps.passwords.hash(allowed.right)
    if (isLeft(hash)) return hash
    const user: NewUser = {
      id: deps.ids.next(),
      email: email.address,
      emailFolded: email.folded,
      emailVerified: false,
      ownerProvenAt: null,
      displayName,
      passwordHash: hash.right,
      createdAt: new Date(deps.clock.now()),
    }
    return deps.unitOfWork.transact<EmailTaken, NewUser>(async (stores) =>
      (await createAccount(deps, stores, user, locale)) ? right(user) : left({ tag: 'email_taken' }),
    )
  }
