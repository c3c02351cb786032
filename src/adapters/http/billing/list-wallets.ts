import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Wallet } from '../../../domain/ledger/account.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { walletBody, writeWallet } from '../wallet-wire.ts'

export const listWalletsEndpoint = (listWallets: (userId: string) => Promise<readonly Wallet[]>): Endpoint =>
  endpoint({
    id: 'listWallets',
    method: 'GET',
    path: '/v1/me/wallets',
    auth: 'session',
    summary: 'List your wallets',
    success: { status: 200, description: 'One wallet a currency.', body: t.array(walletBody) },
    failures: [],
    handle: async (_, { userId }) => right(json(200, (await listWallets(userId)).map(writeWallet))),
  })
