import { inBoth } from './language.ts'

/** The way out where money is missing. */
export const topUpText = inBoth('Top up the wallet', 'Пополнить кошелёк')

/** What the two wallets of an account are called, by their currency. */
export const WALLET_NAMES = inBoth({ RUB: 'Roubles', TOKEN: 'Tokens' }, { RUB: 'Рубли', TOKEN: 'Токены' })
