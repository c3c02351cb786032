import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TopUpRefund } from '../../../domain/payments/refund.ts'
import type { TopUp } from '../../../domain/payments/top-up.ts'
import type { TopUpStore } from '../../ports/billing/top-up-store.ts'

export interface TopUpDetails {
  readonly topUp: TopUp
  /** In the order in which they began. */
  readonly refunds: readonly TopUpRefund[]
}

export type TopUpNotFound = { readonly tag: 'not_found' }
export type ReadAnyTopUp = (id: string) => Promise<Either<TopUpNotFound, TopUpDetails>>

/** A top-up of any account as it is stored, with its refunds. It asks no payment provider. */
export const readAnyTopUp =
  ({ topUps }: { readonly topUps: Pick<TopUpStore, 'find' | 'refundsOf'> }): ReadAnyTopUp =>
  async (id) => {
    const topUp = await topUps.find(id)
    return topUp === null ? left({ tag: 'not_found' }) : right({ topUp, refunds: await topUps.refundsOf(id) })
  }
