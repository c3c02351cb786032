import { MAX_REQUESTS_PER_MINUTE } from '../limits/admission-rates.ts'
import { isRunningUntil, periodEnd } from '../ledger/spend-period.ts'
import type { PeriodLength } from '../ledger/spend-period.ts'

/** What keeps a key within bounds. The owner may give all of it to new keys by default. */
export interface KeyLimits {
  /** Micro-roubles that the key may spend in a period or in all, > 0. Null: as much as the wallet has. */
  readonly spendLimit: bigint | null
  /** After which time the spend limit starts again. Null: never. */
  readonly spendPeriod: PeriodLength | null
  /** In which time zone the periods begin and end. */
  readonly timeZone: string
  /** Calls in any 60 seconds, > 0. Null: as many as the account may make. */
  readonly requestsPerMinute: number | null
  /** Tokens in any 60 seconds, > 0. Null: without a limit. */
  readonly tokensPerMinute: number | null
  /** Null: the key may call every model. */
  readonly allowedModels: readonly string[] | null
  /** Addresses and networks from which the key may be used. Null: from everywhere. */
  readonly allowedAddresses: readonly string[] | null
}

/** The highest values of the limits, and the most entries of their lists. A higher limit would have no effect. */
export const KEY_BOUNDS = {
  requestsPerMinute: MAX_REQUESTS_PER_MINUTE,
  tokensPerMinute: 1_000_000_000,
  models: 200,
  modelCharacters: 200,
  networks: 64,
  noteCharacters: 500,
} as const

export const DEFAULT_TIME_ZONE = 'UTC'

export const NO_LIMITS: KeyLimits = {
  spendLimit: null,
  spendPeriod: null,
  timeZone: DEFAULT_TIME_ZONE,
  requestsPerMinute: null,
  tokensPerMinute: null,
  allowedModels: null,
  allowedAddresses: null,
}

/** How far the spending of a key's period has come. */
export interface KeyPeriod {
  /** Micro-roubles; 0 where the limit has no period. */
  readonly periodSpent: bigint
  /** Null if the limit has no period. */
  readonly periodEndsAt: Date | null
}

type PeriodRule = Pick<KeyLimits, 'spendPeriod' | 'timeZone'>

/** The period that begins now, with nothing spent. */
export const firstPeriod = ({ spendPeriod, timeZone }: PeriodRule, nowMs: number): KeyPeriod => ({
  periodSpent: 0n,
  periodEndsAt: spendPeriod === null ? null : new Date(periodEnd(spendPeriod, timeZone, nowMs)),
})

/**
 * What a change of the period or of its time zone writes: another period begins, with nothing spent. A change that
 * names the rule that the key has already keeps the running period.
 */
export const changedPeriod = (
  before: PeriodRule,
  { spendPeriod = before.spendPeriod, timeZone = before.timeZone }: Partial<PeriodRule>,
  nowMs: number,
): Partial<PeriodRule & KeyPeriod> => {
  if (spendPeriod === before.spendPeriod && timeZone === before.timeZone) return {}
  return { spendPeriod, timeZone, ...firstPeriod({ spendPeriod, timeZone }, nowMs) }
}

/** The key in the period that runs now: the stored one may have ended since the key was last charged. */
export const inRunningPeriod = <K extends PeriodRule & KeyPeriod>(key: K, nowMs: number): K => {
  const { spendPeriod, periodEndsAt } = key
  if (spendPeriod === null || periodEndsAt === null) return key
  return isRunningUntil(periodEndsAt.getTime(), spendPeriod, nowMs) ? key : { ...key, ...firstPeriod(key, nowMs) }
}
