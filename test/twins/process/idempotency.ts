import type { IdempotencyKey, IdempotencyStore } from '../../../src/application/ports/process/idempotency-store.ts'
import type { IdempotencyRecord } from '../../../src/domain/limits/idempotency.ts'

export interface IdempotencyRow extends Omit<IdempotencyRecord, 'isLost'>, IdempotencyKey {
  readonly instance: string
  readonly endedMs: number | null
}

const nameOf = ({ userId, scope, key }: IdempotencyKey): string => JSON.stringify([userId, scope, key])

export const memoryIdempotency = (
  nowMs: () => number = () => performance.now(),
  rows: Map<string, IdempotencyRow> = new Map(),
  isLiving: (instance: string) => boolean = () => true,
): IdempotencyStore => {
  /** Changes the rows that match; returns how many. */
  const change = (matches: (row: IdempotencyRow) => boolean, changes: Partial<IdempotencyRow> | null): number => {
    const matching = [...rows].filter(([, row]) => matches(row))
    for (const [name, row] of matching) {
      if (changes === null) rows.delete(name)
      else rows.set(name, { ...row, ...changes })
    }
    return matching.length
  }
  const running = (fence: string) => (row: IdempotencyRow) => row.fence === fence && row.state === 'running'
  const failed = () => ({ state: 'failed', endedMs: nowMs() }) as const

  return {
    async claim(claim) {
      const known = rows.get(nameOf(claim))
      if (known !== undefined) {
        const { operationId, requestHash, state, fence, result, instance } = known
        const isLost = !isLiving(instance)
        return { tag: 'known', record: { operationId, requestHash, state, fence, result, isLost } }
      }
      rows.set(nameOf(claim), { ...claim, state: 'running', result: null, endedMs: null })
      return { tag: 'claimed' }
    },
    async takeOver({ lostFence, fence, instance, ...key }) {
      const row = rows.get(nameOf(key))
      if (row?.fence !== lostFence || row.result !== null) return false
      if (row.state !== 'failed' && isLiving(row.instance)) return false
      rows.set(nameOf(key), { ...row, state: 'running', fence, instance, endedMs: null })
      return true
    },
    finish: async (fence, state, result) => change(running(fence), { state, result, endedMs: nowMs() }) === 1,
    abandon: async (fence) => void change(running(fence), null),
    markFailed: async (fence) => change(running(fence), failed()) === 1,
    runningOf: async (instance) =>
      [...rows.values()]
        .filter((row) => row.state === 'running' && row.instance === instance)
        .map(({ fence }) => fence),
    failLost: async () => change((row) => row.state === 'running' && !isLiving(row.instance), failed()),
    async prune(olderThanSeconds, limit) {
      const oldMs = nowMs() - olderThanSeconds * 1000
      const old = [...rows.values()].filter((row) => row.endedMs !== null && row.endedMs < oldMs).slice(0, limit)
      return change((row) => old.includes(row), null)
    },
  }
}
