import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { systemAccountId } from '../../../domain/ledger/account.ts'
import type { BalanceLimit } from '../../../domain/ledger/account.ts'
import type { MakeTransfer, TransferOutcome } from '../../../domain/ledger/command.ts'
import type { Currency } from '../../../domain/money/money.ts'

export interface AdjustmentInput {
  /** The id of the transfer: the same id again changes nothing and gives the same result. */
  readonly transferId: string
  readonly currency: Currency
  /** Signed micro-units: a negative amount is taken from the wallet. Never 0. */
  readonly amount: bigint
  /** The customer reads it beside the transaction. */
  readonly reason?: string | null
}

export interface Adjusted {
  readonly balanceAfter: bigint
  /** False when a transfer with this id exists already. */
  readonly fresh: boolean
}

/** `insufficient_balance`: the wallet has less available. `mismatch`: the id belongs to another transfer. */
export type AdjustmentFailure = { readonly tag: 'insufficient_balance' } | BalanceLimit | { readonly tag: 'mismatch' }

/** An operator's correction of a wallet: a transfer to or from the adjustment account. */
export const adjustmentOf = (
  { transferId, currency, amount, reason = null }: AdjustmentInput,
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

/** What became of an adjustment. */
export const adjusted = (outcome: TransferOutcome): Either<AdjustmentFailure, Adjusted> => {
  switch (outcome.tag) {
    case 'transferred': {
      const { balanceAfter, fresh } = outcome
      if (balanceAfter === null) throw new Error('an adjustment reached no wallet')
      return right({ balanceAfter, fresh })
    }
    case 'insufficient':
      return left({ tag: 'insufficient_balance' })
    case 'balance_limit':
      return left(outcome)
    case 'mismatch':
      return left({ tag: 'mismatch' })
    case 'refund_exceeds_original':
    case 'unknown_account':
      throw new Error(`the ledger refused an adjustment: ${outcome.tag}`)
  }
}
