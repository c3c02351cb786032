import { DAY_MS } from '../../../domain/time-units.ts'
import { recentPeriods } from '../../../domain/usage/recent-periods.ts'
import type { RecentPeriods } from '../../../domain/usage/recent-periods.ts'
import type { UsageLog } from '../../ports/billing/usage-log.ts'
import type { Clock } from '../../ports/process/clock.ts'

interface ReadRecentSpendingDeps {
  readonly usage: UsageLog
  readonly clock: Clock
}

/** Micro-roubles. */
export type RecentSpending = Readonly<Record<keyof RecentPeriods, bigint>>

export type ReadRecentSpending = (accountId: string, keyId: string) => Promise<RecentSpending>

/** What a key was charged for calls that began in the current day, week and month, in UTC. */
export const readRecentSpending =
  ({ usage, clock }: ReadRecentSpendingDeps): ReadRecentSpending =>
  async (accountId, keyId) => {
    const nowMs = clock.now()
    const began = recentPeriods(nowMs)
    const days = await usage.sum({
      accountId,
      currency: 'RUB',
      from: new Date(Math.min(began.week, began.month)),
      // A clock of another process may be ahead of ours.
      to: new Date(nowMs + DAY_MS),
      keyId,
      model: null,
      surface: null,
      group: 'day',
      timeZone: 'UTC',
    })
    const since = (beganMs: number): bigint =>
      days.reduce((sum, { value, sums }) => (Date.parse(value ?? '') >= beganMs ? sum + sums.cost : sum), 0n)
    return { day: since(began.day), week: since(began.week), month: since(began.month) }
  }
