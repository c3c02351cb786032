import { CURRENCIES, type Currency } from '../money/money.ts'

/** Who stands at one end of a transfer. Only `user` accounts (wallets) keep a running balance. */
export type SystemAccountKind = 'revenue' | 'deposits' | 'promo' | 'writeoff' | 'adjustment'
export type AccountKind = 'user' | SystemAccountKind

/** A wallet as the ledger sees it: what it owns and how much of that is held for running calls. */
export interface Wallet {
  readonly id: string
  readonly owner: string
  readonly currency: Currency
  readonly balance: bigint
  readonly held: bigint
  /** Set when the house bore a part of a price: no hold is placed until money comes in (contract 10.1). */
  readonly suspended: boolean
}

/** What a new hold may take. Never negative while the ledger is sound. */
export const available = (wallet: Pick<Wallet, 'balance' | 'held'>): bigint => wallet.balance - wallet.held

const KIND_DIGIT: Readonly<Record<SystemAccountKind, string>> = {
  revenue: '1',
  deposits: '2',
  promo: '3',
  writeoff: '4',
  adjustment: '5',
}

const CURRENCY_DIGIT: Readonly<Record<Currency, string>> = { RUB: '1', TOKEN: '2' }

/** System accounts have fixed ids: every installation names its revenue account the same. */
export const systemAccountId = (kind: SystemAccountKind, currency: Currency): string =>
  `00000000-0000-7000-8000-0000000000${KIND_DIGIT[kind]}${CURRENCY_DIGIT[currency]}`

export const SYSTEM_ACCOUNT_KINDS = Object.keys(KIND_DIGIT) as readonly SystemAccountKind[]

interface SystemAccount {
  readonly kind: SystemAccountKind
  readonly currency: Currency
}

const SYSTEM_ACCOUNTS: ReadonlyMap<string, SystemAccount> = new Map(
  SYSTEM_ACCOUNT_KINDS.flatMap((kind) =>
    CURRENCIES.map((currency) => [systemAccountId(kind, currency), { kind, currency }] as const),
  ),
)

/** Which system account an id names, null for wallets and ids nobody has. */
export const systemAccountOf = (id: string): SystemAccount | null => SYSTEM_ACCOUNTS.get(id) ?? null
