import type { BudgetMark } from '../marks/key-budget.ts'
import { formatMicro } from '../money/decimal.ts'
import type { TopUp } from '../payments/top-up.ts'
import { SECOND_MS } from '../time-units.ts'

/** The events that a webhook may ask for. Clients write these names into their programs, so a name never changes. */
export const EVENT_KINDS = [
  'balance.low',
  'key.budget_80',
  'key.budget_100',
  'topup.succeeded',
  'topup.failed',
] as const

export type EventKind = (typeof EVENT_KINDS)[number]

/** A test event goes to the one webhook that was asked to be tested. */
export type DeliveredKind = EventKind | 'webhook.test'

/** What happened, in the forms of the API: amounts are decimal strings, times are Unix seconds. */
export type EventData = Readonly<Record<string, string | number | null>>

/** Something that happened to an account. */
export interface AccountEvent<K extends DeliveredKind = DeliveredKind> {
  readonly kind: K
  readonly at: Date
  readonly data: EventData
}

/** The end of a top-up, as the account's programs learn it. */
export const topUpEnded = (
  { id, currency, amount, price }: Pick<TopUp, 'id' | 'currency' | 'amount' | 'price'>,
  status: 'succeeded' | 'canceled',
  at: Date,
): AccountEvent<'topup.succeeded' | 'topup.failed'> => ({
  kind: status === 'succeeded' ? 'topup.succeeded' : 'topup.failed',
  at,
  data: { topup_id: id, currency, amount: formatMicro(amount, currency), price_rub: formatMicro(price, 'RUB') },
})

export const testEvent = (webhookId: string, at: Date): AccountEvent<'webhook.test'> => ({
  kind: 'webhook.test',
  at,
  data: { webhook_id: webhookId },
})

/** The balance is below what the owner set as its threshold. Micro-roubles. */
export const lowBalance = (balance: bigint, threshold: bigint, at: Date): AccountEvent<'balance.low'> => ({
  kind: 'balance.low',
  at,
  data: { currency: 'RUB', balance: formatMicro(balance, 'RUB'), threshold: formatMicro(threshold, 'RUB') },
})

interface SpentKey {
  readonly id: string
  readonly name: string
  /** Micro-roubles; of the period that runs, where the limit has one. */
  readonly spent: bigint
  readonly periodEndsAt: Date | null
}

/** A key has passed this mark of its limit. */
export const budgetSpent = (
  { id, name, spent, periodEndsAt }: SpentKey,
  mark: BudgetMark,
  limit: bigint,
  at: Date,
): AccountEvent<'key.budget_80' | 'key.budget_100'> => ({
  kind: mark === 'charged_80' ? 'key.budget_80' : 'key.budget_100',
  at,
  data: {
    key_id: id,
    key_name: name,
    currency: 'RUB',
    spent: formatMicro(spent, 'RUB'),
    spend_limit: formatMicro(limit, 'RUB'),
    period_ends_at: periodEndsAt === null ? null : Math.floor(periodEndsAt.getTime() / SECOND_MS),
  },
})
