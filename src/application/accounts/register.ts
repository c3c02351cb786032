import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { EmailAddress } from '../../domain/identity/email-address.ts'
import { checkPassword, type WeakPassword } from '../../domain/identity/password-policy.ts'
import { systemAccountId } from '../../domain/ledger/account.ts'
import { CURRENCIES, type Currency } from '../../domain/money/money.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { HasherBusy, PasswordHasher } from '../ports/password-hasher.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'
import type { NewUser, UserStore } from '../ports/user-store.ts'

export interface RegisterDeps {
  readonly users: Pick<UserStore, 'findByEmail'>
  readonly passwords: Pick<PasswordHasher, 'hash'>
  readonly unitOfWork: UnitOfWork
  readonly ids: Ids
  readonly clock: Clock
  /** Micro-units each new wallet begins with. */
  readonly signupBonus: Readonly<Record<Currency, bigint>>
}

export interface RegisterInput {
  readonly email: EmailAddress
  readonly password: string
  readonly displayName: string | null
}

export type EmailTaken = { readonly tag: 'email_taken' }
export type RegisterFailure = EmailTaken | WeakPassword | HasherBusy
export type Register = (input: RegisterInput) => Promise<Either<RegisterFailure, NewUser>>

/** Makes a user, a wallet of each currency and the bonus on them: all or nothing. */
export const register =
  (deps: RegisterDeps): Register =>
  async ({ email, password, displayName }) => {
    const allowed = checkPassword(password, email)
    if (isLeft(allowed)) return allowed
    // Spares the hash; the store decides, since two people can register one address at once.
    if ((await deps.users.findByEmail(email.folded)) !== null) return left({ tag: 'email_taken' })
    const hash = await deps.passwords.hash(allowed.right)
    if (isLeft(hash)) return hash
    const user: NewUser = {
      id: deps.ids.next(),
      email: email.address,
      emailFolded: email.folded,
      emailVerified: false,
      displayName,
      passwordHash: hash.right,
      createdAt: new Date(deps.clock.now()),
    }
    return writeAccount(deps, user)
  }

const writeAccount = (deps: RegisterDeps, user: NewUser): Promise<Either<EmailTaken, NewUser>> => {
  const wallets = CURRENCIES.map((currency) => ({
    currency,
    id: deps.ids.next(),
    owner: user.id,
    bonusId: deps.ids.next(),
  }))
  return deps.unitOfWork.transact(async (stores) => {
    if (!(await stores.users.add(user))) return left({ tag: 'email_taken' })
    for (const { id, owner, currency } of wallets) await stores.wallets.open({ id, owner, currency })
    for (const { id, currency, bonusId } of wallets) {
      await giveBonus(stores, { walletId: id, userId: user.id, currency, bonusId, amount: deps.signupBonus[currency] })
    }
    return right(user)
  })
}

interface Bonus {
  readonly walletId: string
  readonly userId: string
  readonly currency: Currency
  readonly bonusId: string
  readonly amount: bigint
}

const giveBonus = async (stores: Pick<Stores, 'ledger'>, bonus: Bonus): Promise<void> => {
  if (bonus.amount === 0n) return
  const outcome = await stores.ledger.apply({
    tag: 'transfer',
    transferId: bonus.bonusId,
    kind: 'bonus',
    debit: systemAccountId('promo', bonus.currency),
    credit: bonus.walletId,
    amount: bonus.amount,
    reverses: null,
    reference: { kind: 'signup_bonus', id: bonus.userId },
    description: 'Sign-up bonus',
    operationId: null,
  })
  if (outcome.tag !== 'transferred') throw new Error(`the sign-up bonus was refused: ${outcome.tag}`)
}
