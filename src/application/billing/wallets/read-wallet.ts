import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Wallet } from '../../../domain/ledger/account.ts'
import { isCurrency } from '../../../domain/money/money.ts'
import type { WalletStore } from '../../ports/billing/wallet-store.ts'

interface ReadWalletDeps {
  readonly wallets: Pick<WalletStore, 'find'>
}

export interface ReadWalletInput {
  readonly userId: string
  /** As the client wrote it. An unknown currency is answered like a wallet that does not exist. */
  readonly currency: string
}

export type ReadWalletFailure = { readonly tag: 'not_found' }

export const readWallet =
  (deps: ReadWalletDeps) =>
  async (input: ReadWalletInput): Promise<Either<ReadWalletFailure, Wallet>> => {
    const wallet = isCurrency(input.currency) ? await deps.wallets.find(input.userId, input.currency) : null
    return wallet === null ? left({ tag: 'not_found' }) : right(wallet)
  }
