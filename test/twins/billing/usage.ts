import type { UsageCounter } from '../../../src/application/ports/billing/usage-counter.ts'
import type { UsageLog, UsageQuery } from '../../../src/application/ports/billing/usage-log.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import { writeoffIdOf } from '../../../src/domain/ledger/record-charge.ts'
import type { UsageSums } from '../../../src/domain/ledger/usage/usage-sums.ts'
import { TOP_UP_REFUND_KIND } from '../../../src/domain/ledger/transfer.ts'
import type { LedgerMemory } from './ledger-memory.ts'

const HOUR_MS = 3_600_000

const hourOf = ({ id }: Hold): number => {
  const ms = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  return ms - (ms % HOUR_MS)
}

const surfaceOf = ({ reference: { kind }, receipt }: Hold): string | null => {
  if (kind === 'message') return 'account'
  return kind === 'chat' ? (receipt?.surface ?? null) : kind
}

const valueOf = (hold: Hold, { group, timeZone }: UsageQuery): string | null => {
  switch (group) {
    case 'hour':
      return String(hourOf(hold) / 1000)
    case 'day':
      return new Intl.DateTimeFormat('sv-SE', { timeZone }).format(hourOf(hold))
    case 'model':
      return hold.receipt?.model ?? null
    case 'key':
      return hold.budgetId
    case 'surface':
      return surfaceOf(hold)
  }
}

const sumsOf = (memory: LedgerMemory, { id, releaseReason: reason, receipt }: Hold): UsageSums => {
  const { tokens, ...outer } = (receipt?.usage ?? {}) as { tokens?: Record<string, number> } & Record<string, number>
  const used: Readonly<Record<string, number>> = tokens ?? outer
  const whole = (name: string): number => {
    const rounded = Math.round(Number(used[name] ?? 0))
    return Number.isSafeInteger(rounded) ? rounded : 0
  }
  const figure = (...names: readonly string[]): number => names.reduce((sum, name) => sum + whole(name), 0)
  return {
    calls: 1,
    refusals: reason === 'refused' ? 1 : 0,
    failures: reason === null || reason === 'refused' || reason === 'zero_price' ? 0 : 1,
    inputTokens: figure('prompt_tokens', 'input_text_tokens', 'input_image_tokens', 'input_audio_tokens'),
    cachedTokens: figure('cached_tokens'),
    cacheWriteTokens: figure('cache_write_tokens'),
    outputTokens: figure('completion_tokens', 'output_tokens'),
    reasoningTokens: figure('reasoning_tokens'),
    images: figure('images'),
    milliseconds: (used['seconds'] ?? 0) * 1000,
    cost: memory.transfers.get(id)?.amount ?? 0n,
    writtenOff: memory.transfers.get(writeoffIdOf(id))?.amount ?? 0n,
  }
}

const add = (a: UsageSums, b: UsageSums): UsageSums =>
  Object.fromEntries(
    Object.entries(a).map(([name, value]) => {
      const other = b[name as keyof UsageSums]
      return [name, typeof value === 'bigint' ? value + BigInt(other) : value + Number(other)]
    }),
  ) as unknown as UsageSums

/** The end of a hold and what came late are two things that happened; a late receipt tells the model of the second. */
const eventsOf = (memory: LedgerMemory, hold: Hold): readonly (readonly [Hold, UsageSums])[] => {
  if (hold.receipt?.late !== true) return [[hold, sumsOf(memory, hold)]]
  const bare = { ...hold, receipt: null }
  const end = { ...sumsOf(memory, bare), cost: 0n, writtenOff: 0n }
  return [
    [bare, end],
    [hold, { ...sumsOf(memory, hold), calls: 0, refusals: 0, failures: 0 }],
  ]
}

/** Sums the memory of the ledger's twin up at every reading, so there is nothing to be carried forward. */
export const memoryUsage = (memory: LedgerMemory): UsageLog & UsageCounter => ({
  countChunk: async () => ({ tag: 'counted', receipts: 0, isAll: true }),
  countAnew: async () =>
    [...memory.holds.values()].filter(
      ({ state, reference }) => state !== 'held' && reference.kind !== TOP_UP_REFUND_KIND,
    ).length,
  async sum(query) {
    const [from, to] = [query.from, query.to].map((each) => each.getTime() - (each.getTime() % HOUR_MS))
    const groups = new Map<string | null, UsageSums>()
    for (const hold of memory.holds.values()) {
      const wallet = memory.wallets.get(hold.walletId)
      if (hold.state === 'held' || wallet?.owner !== query.accountId || wallet.currency !== query.currency) continue
      if (hold.reference.kind === TOP_UP_REFUND_KIND || hourOf(hold) < from! || hourOf(hold) >= to!) continue
      if (query.keyId !== null && hold.budgetId !== query.keyId) continue
      for (const [event, sums] of eventsOf(memory, hold)) {
        if (query.model !== null && event.receipt?.model !== query.model) continue
        if (query.surface !== null && surfaceOf(event) !== query.surface) continue
        const value = valueOf(event, query)
        const earlier = groups.get(value)
        groups.set(value, earlier === undefined ? sums : add(earlier, sums))
      }
    }
    const order = ([a]: readonly [string | null, unknown], [b]: readonly [string | null, unknown]): number =>
      a === b ? 0 : a === null || (b !== null && a > b) ? 1 : -1
    return [...groups].toSorted(order).map(([value, sums]) => ({ value, sums }))
  },
})
