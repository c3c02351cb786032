import type { IdempotencyKey, IdempotencyStore } from '../../../src/application/ports/process/idempotency-store.ts'
import type { IdempotencyRecord } from '../../../src/domain/limits/idempotency.ts'

export interface IdempotencyRow extends Omit<IdempotencyRecord, 'leaseExpired'>, IdempotencyKey {
  readonly instance: string
  readonly leaseEndsMs: number
  readonly endedMs: number | null
}

const nameOf = ({ userId, scope, key }: IdempotencyKey): string => JSON.stringify([userId, scope, key])

export const memoryIdempotency = (
  nowMs: () => number = () => performance.now(),
  rows: Map<string, IdempotencyRow> = new Map(),
): IdempotencyStore => {
  /** Changes the rows that match; answers how many. */
  const change = (matches: (row: IdempotencyRow) => boolean, changes: Partial<IdempotencyRow> | null): number => {
    const matching = [...rows].filter(([, row]) => matches(row))
    for (const [name, row] of matching) {
      if (changes === null) rows.delete(name)
      else rows.set(name, { ...row, ...changes })
    }
    return matching.length
  }
  const running = (fence: string) => (row: IdempotencyRow) => row.fence === fence && row.state === 'running'
  const lost = () => ({ state: 'failed', endedMs: nowMs() }) as const

  return {
    async claim(claim) {
      const known = rows.get(nameOf(claim))
      if (known !== undefined) {
        const { operationId, requestHash, state, fence, result, leaseEndsMs } = known
        const leaseExpired = leaseEndsMs <= nowMs()
        return { tag: 'known', record: { operationId, requestHash, state, fence, result, leaseExpired } }
      }
      const { leaseSeconds, ...row } = claim
      const leaseEndsMs = nowMs() + leaseSeconds * 1000
      rows.set(nameOf(claim), { ...row, state: 'running', result: null, leaseEndsMs, endedMs: null })
      return { tag: 'claimed' }
    },
    async takeOver({ lostFence, fence, instance, leaseSeconds, ...key }) {
      const row = rows.get(nameOf(key))
      if (row?.fence !== lostFence || row.result !== null) return false
      if (row.state !== 'failed' && row.leaseEndsMs > nowMs()) return false
      const leaseEndsMs = nowMs() + leaseSeconds * 1000
      rows.set(nameOf(key), { ...row, state: 'running', fence, instance, leaseEndsMs, endedMs: null })
      return true
    },
    finish: async (fence, state, result) => change(running(fence), { state, result, endedMs: nowMs() }) === 1,
    abandon: async (fence) => void change(running(fence), null),
    markFailed: async (fence) => change(running(fence), lost()) === 1,
    async extendLeases(fences, leaseSeconds) {
      for (const fence of fences) change(running(fence), { leaseEndsMs: nowMs() + leaseSeconds * 1000 })
    },
    failExpired: async () => change((row) => row.state === 'running' && row.leaseEndsMs <= nowMs(), lost()),
    failOtherInstances: async (instance) =>
      change((row) => row.state === 'running' && row.instance !== instance, lost()),
    async prune(olderThanSeconds, limit) {
      const oldMs = nowMs() - olderThanSeconds * 1000
      const old = [...rows.values()].filter((row) => row.endedMs !== null && row.endedMs < oldMs).slice(0, limit)
      return change((row) => old.includes(row), null)
    },
  }
}
