import * as t from 'io-ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import { available } from '../../../../domain/ledger/account.ts'
import type { Wallet } from '../../../../domain/ledger/account.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import { amountText } from './amounts.ts'

/** A currency in a body or a query, where an unknown one is a mistake. */
export const currencyCodec = t.keyof({ RUB: null, TOKEN: null }, 'RUB or TOKEN')

export const walletBody = t.type(
  { currency: currencyCodec, balance: amountText, held: amountText, available: amountText },
  'WalletResponse',
)

export const writeWallet = (wallet: Wallet): t.TypeOf<typeof walletBody> => ({
  currency: wallet.currency,
  balance: formatMicro(wallet.balance, wallet.currency),
  held: formatMicro(wallet.held, wallet.currency),
  available: formatMicro(available(wallet), wallet.currency),
})

/** What a turn or a generation took, and what its wallet then held. */
export const chargeFields = { charged: amountText, wallet: walletBody } as const

export const writeCharge = ({ chargedMicro, wallet }: Charged<unknown>) => ({
  charged: formatMicro(chargedMicro, 'TOKEN'),
  wallet: writeWallet(wallet),
})
