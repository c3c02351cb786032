import { inBoth } from './language.ts'

/** What the two wallets of an account are called, by their currency. */
export const WALLET_NAMES = inBoth({ RUB: 'Roubles', TOKEN: 'Tokens' }, { RUB: 'Рубли', TOKEN: 'Токены' })
