import { CURRENCIES, MICRO_PER_UNIT } from '../money/money.ts'
import type { Currency } from '../money/money.ts'

/**
 * The two kinds of account. Only `user` accounts (wallets) have a running balance; system accounts are the other end of
 * a transfer.
 */
export type SystemAccountKind = 'revenue' | 'deposits' | 'promo' | 'writeoff' | 'adjustment'
export type AccountKind = 'user' | SystemAccountKind

/** A user's account in one currency: its balance, and how much of it is held for calls. Micro-units. */
export interface Wallet {
  readonly id: string
  readonly owner: string
  readonly currency: Currency
  readonly balance: bigint
  readonly held: bigint
  /** The part of `held` that is in open reservations. */
  readonly reserved: bigint
  /** True after the house bore a part of a price: the wallet gets no new hold until money comes in (contract 10.1). */
  readonly suspended: boolean
}

/**
 * The most that a wallet may come to hold by an order or a correction: ten billion roubles or tokens, in micro-units.
 * The sums over all wallets stay below PostgreSQL's `bigint` as long as fewer than 900 wallets hold as much.
 */
export const MAX_BALANCE = 10_000_000_000n * MICRO_PER_UNIT

/** Only `room` micro-units of its currency more fit into the wallet. */
export interface BalanceLimit {
  readonly tag: 'balance_limit'
  readonly currency: Currency
  readonly room: bigint
}

/** Micro-units that still fit into the wallet. */
export const roomOf = ({ balance }: Pick<Wallet, 'balance'>): bigint =>
  balance < MAX_BALANCE ? MAX_BALANCE - balance : 0n

/** Micro-units that a new hold may take. Never negative while the ledger is sound. */
export const available = (wallet: Pick<Wallet, 'balance' | 'held'>): bigint => wallet.balance - wallet.held

const KIND_DIGIT: Readonly<Record<SystemAccountKind, string>> = {
  revenue: '1',
  deposits: '2',
  promo: '3',
  writeoff: '4',
  adjustment: '5',
}

const CURRENCY_DIGIT: Readonly<Record<Currency, string>> = { RUB: '1', TOKEN: '2' }

/** System accounts have fixed ids: the revenue account has the same id in every installation. */
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

/** The system account that an id names. Null for the id of a wallet and for an unknown id. */
export const systemAccountOf = (id: string): SystemAccount | null => SYSTEM_ACCOUNTS.get(id) ?? null
