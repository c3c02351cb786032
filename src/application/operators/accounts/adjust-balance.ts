import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { formatMicro } from '../../../domain/money/decimal.ts'
import { adjusted, adjustmentOf } from '../../billing/wallets/adjustment.ts'
import type { Adjusted, AdjustmentFailure, AdjustmentInput } from '../../billing/wallets/adjustment.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'
import { noteAction } from '../note-action.ts'
import type { NoOperator } from '../note-action.ts'
import type { AccountNotFound } from './read-account.ts'

interface AdjustBalanceDeps {
  readonly unitOfWork: UnitOfWork
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface AdjustBalanceInput extends AdjustmentInput {
  readonly operatorId: string
  readonly accountId: string
  readonly reason: string
}

type AdjustBalanceFailure = AccountNotFound | AdjustmentFailure | NoOperator
export type AdjustBalance = (input: AdjustBalanceInput) => Promise<Either<AdjustBalanceFailure, Adjusted>>

/**
 * Adds money to a wallet of an account, or takes it, with its record in the same transaction. The same id again moves
 * nothing and writes no second record.
 */
export const adjustBalance =
  (deps: AdjustBalanceDeps): AdjustBalance =>
  ({ operatorId, accountId, ...adjustment }) =>
    deps.unitOfWork.transact<AdjustBalanceFailure, Adjusted>(async (stores) => {
      const { transferId, currency, amount, reason } = adjustment
      const wallet = await stores.wallets.find(accountId, currency)
      if (wallet === null) return left({ tag: 'not_found' })
      const moved = adjusted(await stores.ledger.apply(adjustmentOf(adjustment, wallet.id)))
      if (isLeft(moved) || !moved.right.fresh) return moved
      const { balanceAfter } = moved.right
      const noted = await noteAction(deps, stores, {
        operatorId,
        command: 'users credit',
        subject: accountId,
        arguments: { id: transferId, amount: formatMicro(amount, currency), currency },
        before: { currency, balance: formatMicro(balanceAfter - amount, currency) },
        after: { currency, balance: formatMicro(balanceAfter, currency) },
        reason,
      })
      return isLeft(noted) ? noted : right(moved.right)
    })
