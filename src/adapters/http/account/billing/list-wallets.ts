import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Wallet } from '../../../../domain/ledger/account.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { walletBody, writeWallet } from '../../codecs/money/wallet-wire.ts'
import { accountSurface } from '../surface.ts'

export const listWalletsEndpoint = (listWallets: (userId: string) => Promise<readonly Wallet[]>): Endpoint =>
  endpoint({
    id: 'listWallets',
    method: 'GET',
    path: '/v1/me/wallets',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'List your wallets',
    success: { status: 200, description: 'One wallet a currency.', body: t.array(walletBody) },
    failures: [],
    handle: async (_, { userId }) => right(json(200, (await listWallets(userId)).map(writeWallet))),
  })
