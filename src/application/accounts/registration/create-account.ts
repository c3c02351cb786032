import type { MailLocale } from '../../../domain/mail/mail-locale.ts'
import { DEFAULT_NOTIFICATIONS } from '../../../domain/mail/notification-settings.ts'
import { systemAccountId } from '../../../domain/ledger/account.ts'
import { CURRENCIES } from '../../../domain/money/money.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Transaction } from '../../ports/transaction/transaction.ts'
import type { NewUser } from '../../ports/accounts/user-store.ts'

export interface CreateAccountDeps {
  readonly ids: IdGenerator
  /** The micro-units with which each new wallet begins. */
  readonly signupBonus: Readonly<Record<Currency, bigint>>
}

/**
 * Inside a unit of work: creates a user, a wallet of each currency and the bonus on them, and queues the mail that
 * verifies the address, unless it is verified already. Alerts will have the language of that mail. False when the
 * address is taken.
 */
export const createAccount = async (
  deps: CreateAccountDeps,
  stores: Pick<Transaction, 'users' | 'wallets' | 'mail' | 'ledger' | 'notificationSettings'>,
  user: NewUser,
  locale: MailLocale,
): Promise<boolean> => {
  if (!(await stores.users.add(user))) return false
  if (locale !== DEFAULT_NOTIFICATIONS.locale) {
    await stores.notificationSettings.save(user.id, { ...DEFAULT_NOTIFICATIONS, locale })
  }
  const wallets = CURRENCIES.map((currency) => ({ currency, id: deps.ids.next(), owner: user.id }))
  for (const wallet of wallets) await stores.wallets.open(wallet)
  for (const { id, currency } of wallets) {
    const amount = deps.signupBonus[currency]
    if (amount > 0n) {
      await giveBonus(stores, { walletId: id, userId: user.id, currency, bonusId: deps.ids.next(), amount })
    }
  }
  if (!user.emailVerified) {
    const mail = { id: deps.ids.next(), recipient: user.emailFolded, locale, createdAt: user.createdAt }
    await stores.mail.enqueue({ ...mail, kind: 'verify_email' })
  }
  return true
}

interface Bonus {
  readonly walletId: string
  readonly userId: string
  readonly currency: Currency
  readonly bonusId: string
  readonly amount: bigint
}

const giveBonus = async (stores: Pick<Transaction, 'ledger'>, bonus: Bonus): Promise<void> => {
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
