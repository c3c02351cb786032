import type { HoldStore, HoldToRelease } from '../../../src/application/ports/billing/hold-store.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import type { LedgerMemory } from './ledger-memory.ts'

/** Looks after the open holds of a ledger twin. */
export const memoryHolds = (
  memory: LedgerMemory,
  nowMs: () => number,
  isLiving: (instance: string) => boolean = () => true,
): HoldStore => {
  const expiryOf = (hold: Hold): number => memory.expiresAt.get(hold.id) ?? 0
  const open = (isMeant: (hold: Hold) => boolean, limit: number): readonly HoldToRelease[] =>
    [...memory.holds.values()]
      .filter((hold) => hold.state === 'held' && isMeant(hold))
      .toSorted((a, b) => expiryOf(a) - expiryOf(b))
      .slice(0, limit)
      .map(({ id, walletId }) => ({ id, walletId }))
  return {
    expired: async (limit) => open((hold) => expiryOf(hold) < nowMs(), limit),
    overdueSeconds: async () => {
      const ends = [...memory.holds.values()].filter(({ state }) => state === 'held').map(expiryOf)
      return Math.max(0, ...ends.map((endsAtMs) => (nowMs() - endsAtMs) / 1000))
    },
    ofEndedInstances: async (limit) =>
      open((hold) => expiryOf(hold) === Infinity && !(hold.instance !== null && isLiving(hold.instance)), limit),
  }
}
