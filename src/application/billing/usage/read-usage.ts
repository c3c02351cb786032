import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ReceiptKey } from '../../../domain/ledger/receipt.ts'
import { usageRange } from '../../../domain/usage/usage-range.ts'
import type { UsageRange, UsageRangeFailure } from '../../../domain/usage/usage-range.ts'
import type { UsageSums } from '../../../domain/ledger/usage/usage-sums.ts'
import { totalOf } from '../../../domain/ledger/usage/usage-sums.ts'
import type { KeyNames } from '../../ports/accounts/key-names.ts'
import type { UsageLog, UsageOfGroup, UsageQuery } from '../../ports/billing/usage-log.ts'
import type { Clock } from '../../ports/process/clock.ts'

interface ReadUsageDeps {
  readonly usage: UsageLog
  readonly keyNames: KeyNames
  readonly clock: Clock
}

export interface ReadUsageInput extends Omit<UsageQuery, 'from' | 'to'> {
  /** Milliseconds since the epoch; null: thirty days before the end. */
  readonly fromMs: number | null
  /** The same; null: the end of the current hour. */
  readonly toMs: number | null
}

/** The sums of one group. */
export interface UsageRow extends UsageOfGroup {
  /** Set where the groups are keys, and this one is a key. */
  readonly key: ReceiptKey | null
}

export interface UsageReport {
  /** The hours that were summed up: those that hold what was asked for. */
  readonly range: UsageRange
  readonly rows: readonly UsageRow[]
  readonly total: UsageSums
}

export type ReadUsage = (input: ReadUsageInput) => Promise<Either<UsageRangeFailure, UsageReport>>

/** What the caller's calls came to, group by group and together. */
export const readUsage =
  ({ usage, keyNames, clock }: ReadUsageDeps): ReadUsage =>
  async ({ fromMs, toMs, ...query }) => {
    const range = usageRange({ fromMs, toMs, group: query.group }, clock.now())
    if (isLeft(range)) return range
    const { fromMs: from, toMs: to } = range.right
    const groups = await usage.sum({ ...query, from: new Date(from), to: new Date(to) })
    const keyIds = query.group === 'key' ? groups.flatMap(({ value }) => (value === null ? [] : [value])) : []
    const keys = await keyNames.find(query.accountId, keyIds)
    const rows = groups.map((group) => ({ ...group, key: keys.get(group.value ?? '') ?? null }))
    return right({ range: range.right, rows, total: totalOf(groups.map(({ sums }) => sums)) })
  }
