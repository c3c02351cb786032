import { isLeft } from 'fp-ts/lib/Either.js'
import type { Wallet } from '../../../domain/ledger/account.ts'
import type { ReservationBook } from '../../billing/reservations/reservation-book.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'
import { openMeteredCall } from './metered-call.ts'
import type { MeteredDeps, MeteredFailure } from './metered-call.ts'
import type { PaidTerms } from './paid-operation.ts'

export interface RefusePoorWalletDeps extends MeteredDeps {
  readonly reservations: MeteredDeps['reservations'] & Pick<ReservationBook, 'isReservedFor'>
  readonly wallets: Pick<WalletStore, 'find'>
}

/** Null as well where the database cannot be read: then the ledger decides later, as for every call. */
const walletOf = async ({ wallets }: RefusePoorWalletDeps, owner: string): Promise<Wallet | null> => {
  try {
    return await wallets.find(owner, 'RUB')
  } catch {
    // Where the database is away, the ledger refuses the call by itself.
    return null
  }
}

/**
 * Refuses a call whose wallet cannot pay for the least that it may cost, before work that costs more than the refusal.
 * The ledger names the refusal, as it does for every call. A key with reserved money is not asked about.
 */
export const refusePoorWallet =
  (deps: RefusePoorWalletDeps) =>
  async (owner: string, least: PaidTerms): Promise<MeteredFailure | null> => {
    if (least.budgetId !== null && deps.reservations.isReservedFor(least.budgetId)) return null
    const wallet = await walletOf(deps, owner)
    if (wallet === null || (wallet.balance >= least.holdMicro && !wallet.suspended)) return null
    const opened = await openMeteredCall(deps)({ ...least, bound: 'at_least' })
    if (isLeft(opened)) return opened.left
    // Money came in since then.
    opened.right.end({ tag: 'release', reason: 'not_called', receipt: null })
    return null
  }
