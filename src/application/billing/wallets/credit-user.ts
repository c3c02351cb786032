import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../../domain/identity/email-address.ts'
import type { Ledger, LedgerFailure } from '../../ports/billing/ledger.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'
import { adjusted, adjustmentOf } from './adjustment.ts'
import type { Adjusted, AdjustmentFailure, AdjustmentInput } from './adjustment.ts'

interface CreditUserDeps {
  readonly users: Pick<UserStore, 'findByEmail'>
  readonly wallets: Pick<WalletStore, 'find'>
  readonly ledger: Ledger
}

export interface CreditUserInput extends AdjustmentInput {
  readonly email: string
}

interface CreditedUser extends Adjusted {
  readonly userId: string
}

export type CreditUserFailure =
  | { readonly tag: 'user_not_found' }
  | { readonly tag: 'zero_amount' }
  | AdjustmentFailure
  | LedgerFailure

/** An operator's correction of the wallet of an address. */
export const creditUser =
  (deps: CreditUserDeps) =>
  async (input: CreditUserInput): Promise<Either<CreditUserFailure, CreditedUser>> => {
    if (input.amount === 0n) return left({ tag: 'zero_amount' })
    const email = parseEmail(input.email)
    const user = isLeft(email) ? null : await deps.users.findByEmail(email.right.folded)
    const wallet = user === null ? null : await deps.wallets.find(user.id, input.currency)
    if (wallet === null) return left({ tag: 'user_not_found' })
    const outcome = await deps.ledger.submit(adjustmentOf(input, wallet.id))
    if (isLeft(outcome)) return outcome
    const moved = adjusted(outcome.right)
    return isLeft(moved) ? moved : right({ userId: wallet.owner, ...moved.right })
  }
