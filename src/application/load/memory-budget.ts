import type { HeldMemory } from '../ports/process/held-memory.ts'

/** The bytes that pieces of work may hold in memory together. */
export interface MemoryBudget {
  readonly open: (caller: string) => HeldMemory
  readonly bytesInFlight: () => number
}

/** The most that one answer of a provider may hold, in one piece. */
export const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** What one caller may hold, of what all callers leave free. */
const SHARE_OF_FREE = 1 / 2

interface Work {
  readonly caller: string
  bytes: number
  /** What it has brought since it may go beyond the budget. */
  bytesAhead: number
  isOver: boolean
  /** Set while it waits for room. */
  wake: (() => void) | null
}

/**
 * A budget of `maxBytes`. Bytes count when they are here and not when they are announced: an announcement costs
 * nothing, so it must not take room from others. A caller may hold half as much as it leaves free: a third of the
 * budget where it is alone, a quarter each where two want more, so that those who hold much leave room for one that
 * holds nothing. The only caller may always hold `largest` bytes. Of the work that waits for room the oldest may go
 * beyond the budget, by `largest` bytes and one at a time: else answers that are half here could all wait for each
 * other. What it brings beyond takes no room from others.
 */
export const memoryBudget = (maxBytes: number, largest: number): MemoryBudget => {
  const byCaller = new Map<string, number>()
  const waiting = new Set<Work>()
  let all = 0
  /** The work that may go beyond the budget. */
  let ahead: Work | null = null

  const heldBy = (caller: string): number => byCaller.get(caller) ?? 0
  const hasRoom = ({ caller }: Work, bytes: number): boolean => {
    const held = heldBy(caller)
    const free = maxBytes + (ahead?.bytesAhead ?? 0) - all - bytes
    const most = Math.max(free * SHARE_OF_FREE, held === all ? largest : 0)
    return free >= 0 && held + bytes <= most
  }
  const count = (work: Work, bytes: number): void => {
    work.bytes += bytes
    all += bytes
    const held = heldBy(work.caller) + bytes
    if (held > 0) byCaller.set(work.caller, held)
    else byCaller.delete(work.caller)
  }
  const mayBringMore = (work: Work): boolean => {
    if (hasRoom(work, 1)) return true
    ahead ??= work
    return ahead === work && work.bytesAhead < largest
  }
  const wake = (work: Work): void => {
    waiting.delete(work)
    work.wake?.()
    work.wake = null
  }
  const bring = (work: Work, bytes: number): Promise<void> | null => {
    if (work.isOver) return null
    count(work, bytes)
    if (ahead === work) work.bytesAhead += bytes
    if (mayBringMore(work)) return null
    waiting.add(work)
    const woken = work.wake
    return new Promise((resolve) => {
      work.wake = () => {
        woken?.()
        resolve()
      }
    })
  }
  const release = (work: Work): void => {
    work.isOver = true
    if (work.bytes > 0) count(work, -work.bytes)
    if (ahead === work) ahead = null
    wake(work)
    for (const other of waiting) if (mayBringMore(other)) wake(other)
  }
  return {
    open: (caller) => {
      const work: Work = { caller, bytes: 0, bytesAhead: 0, isOver: false, wake: null }
      return {
        bytes: () => work.bytes,
        hasRoom: (bytes) => hasRoom(work, bytes),
        add: (bytes) => {
          if (!hasRoom(work, bytes)) return false
          count(work, bytes)
          return true
        },
        bring: (bytes) => bring(work, bytes),
        release: () => release(work),
      }
    },
    bytesInFlight: () => all,
  }
}
