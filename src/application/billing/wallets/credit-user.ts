import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { parseEmail } from '../../../domain/identity/email-address.ts'
import { systemAccountId } from '../../../domain/ledger/account.ts'
import type { MakeTransfer } from '../../../domain/ledger/command.ts'
import type { Currency } from '../../../domain/money/money.ts'
import type { Ledger, LedgerFailure } from '../../ports/billing/ledger.ts'
import type { UserStore } from '../../ports/accounts/user-store.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'

interface CreditUserDeps {
  readonly users: Pick<UserStore, 'findByEmail'>
  readonly wallets: Pick<WalletStore, 'find'>
  readonly ledger: Ledger
}

export interface CreditUserInput {
  /** The id of the transfer: the same id again changes nothing and gives the same result. */
  readonly transferId: string
  readonly email: string
  readonly currency: Currency
  /** Signed micro-units: a negative amount is taken from the wallet. */
  readonly amount: bigint
  /** The customer reads it beside the transaction. */
  readonly reason?: string | null
}

interface CreditedUser {
  readonly userId: string
  readonly balanceAfter: bigint
  /** False when a transfer with this id exists already. */
  readonly fresh: boolean
}

/** `insufficient_balance`: the wallet has less available. `mismatch`: the id belongs to another transfer. */
export type CreditUserFailure =
  | { readonly tag: 'user_not_found' }
  | { readonly tag: 'zero_amount' }
  | { readonly tag: 'insufficient_balance' }
  | { readonly tag: 'mismatch' }
  | LedgerFailure

/** An administrator's correction of a wallet: a transfer to or from the adjustment account. */
export const creditUser =
  (deps: CreditUserDeps) =>
  async (input: CreditUserInput): Promise<Either<CreditUserFailure, CreditedUser>> => {
    if (input.amount === 0n) return left({ tag: 'zero_amount' })
    const email = parseEmail(input.email)
    const user = isLeft(email) ? null : await deps.users.findByEmail(email.right.folded)
    const wallet = user === null ? null : await deps.wallets.find(user.id, input.currency)
    if (wallet === null) return left({ tag: 'user_not_found' })

    const outcome = await deps.ledger.submit(adjustment(input, wallet.id))
    if (isLeft(outcome)) return outcome
    switch (outcome.right.tag) {
      case 'transferred': {
        const { balanceAfter, fresh } = outcome.right
        if (balanceAfter === null) throw new Error(`transfer ${input.transferId} reached no wallet`)
        return right({ userId: wallet.owner, balanceAfter, fresh })
      }
      case 'insufficient':
        return left({ tag: 'insufficient_balance' })
      case 'mismatch':
        return left({ tag: 'mismatch' })
      case 'refund_exceeds_original':
      case 'unknown_account':
      case 'unknown_hold':
        throw new Error(`the ledger refused an adjustment: ${outcome.right.tag}`)
    }
  }

const adjustment = (
  { transferId, currency, amount, reason = null }: CreditUserInput,
  walletId: string,
): MakeTransfer => {
  const house = systemAccountId('adjustment', currency)
  return {
    tag: 'transfer',
    transferId,
    kind: 'adjustment',
    ...(amount > 0n ? { debit: house, credit: walletId } : { debit: walletId, credit: house }),
    amount: amount > 0n ? amount : -amount,
    reverses: null,
    reference: { kind: amount > 0n ? 'admin_credit' : 'admin_debit', id: transferId },
    description: `${amount > 0n ? 'Credit' : 'Debit'} by an administrator${reason === null ? '' : `: ${reason}`}`,
    operationId: transferId,
  }
}
