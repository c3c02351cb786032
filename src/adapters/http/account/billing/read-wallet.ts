import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ReadWalletFailure, ReadWalletInput } from '../../../../application/billing/wallets/read-wallet.ts'
import type { Wallet } from '../../../../domain/ledger/account.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { walletBody, writeWallet } from '../../codecs/money/wallet-wire.ts'
import { accountSurface } from '../surface.ts'

export const readWalletEndpoint = (
  readWallet: (input: ReadWalletInput) => Promise<Either<ReadWalletFailure, Wallet>>,
): Endpoint =>
  endpoint({
    id: 'readWallet',
    method: 'GET',
    path: '/v1/me/wallets/:currency',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Read one of your wallets',
    params: t.type({ currency: t.string }),
    success: { status: 200, description: 'The wallet.', body: walletBody },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const wallet = await readWallet({ userId, currency: params.currency })
      return isLeft(wallet) ? wallet : right(json(200, writeWallet(wallet.right)))
    },
  })
