import type { Currency } from '../words/figures.ts'
import { WALLET_NAMES } from '../words/wallet-names.ts'
import { Choice } from './choice.tsx'

const CURRENCIES: readonly Currency[] = ['RUB', 'TOKEN']

interface WalletChoiceProps {
  readonly label: string
  readonly value: Currency
  readonly onChoose: (chosen: Currency) => void
}

/** One of the wallets of an account. */
export const WalletChoice = ({ label, value, onChoose }: WalletChoiceProps) => (
  <Choice
    label={label}
    value={value}
    options={CURRENCIES.map((currency) => ({ value: currency, text: WALLET_NAMES()[currency] }))}
    onChoose={(chosen) => onChoose(chosen === 'TOKEN' ? 'TOKEN' : 'RUB')}
  />
)
