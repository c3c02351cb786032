import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Wallet } from '../../domain/ledger/account.ts'
import { isCurrency } from '../../domain/money/money.ts'
import type { WalletStore } from '../ports/wallet-store.ts'

export interface ReadWalletDeps {
  readonly wallets: Pick<WalletStore, 'find'>
}

export interface ReadWalletInput {
  readonly userId: string
  /** As the client wrote it; a currency nobody has is a wallet nobody has. */
  readonly currency: string
}

export type ReadWalletFailure = { readonly tag: 'not_found' }

export const readWallet =
  (deps: ReadWalletDeps) =>
  async (input: ReadWalletInput): Promise<Either<ReadWalletFailure, Wallet>> => {
    const wallet = isCurrency(input.currency) ? await deps.wallets.find(input.userId, input.currency) : null
    return wallet === null ? left({ tag: 'not_found' }) : right(wallet)
  }
