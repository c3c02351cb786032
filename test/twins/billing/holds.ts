import type { HoldStore, OpenHold } from '../../../src/application/ports/billing/hold-store.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import type { LedgerMemory } from './ledger-memory.ts'

/** Looks after the open holds of a ledger twin. */
export const memoryHolds = (memory: LedgerMemory, nowMs: () => number): HoldStore => {
  const expiryOf = (hold: Hold): number => memory.expiresAt.get(hold.id) ?? 0
  const open = (isMeant: (hold: Hold) => boolean): readonly Hold[] =>
    [...memory.holds.values()]
      .filter((hold) => hold.state === 'held' && isMeant(hold))
      .toSorted((a, b) => expiryOf(a) - expiryOf(b))
  const listed = (holds: readonly Hold[], limit: number): readonly OpenHold[] =>
    holds.slice(0, limit).map(({ id, walletId }) => ({ id, walletId }))
  return {
    async extendLeases(instance, lifeSeconds) {
      const mine = open((hold) => hold.instance === instance)
      const until = nowMs() + lifeSeconds * 1000
      for (const hold of mine) memory.expiresAt.set(hold.id, Math.max(expiryOf(hold), until))
      return mine.length
    },
    expired: async (limit) =>
      listed(
        open((hold) => expiryOf(hold) < nowMs()),
        limit,
      ),
    ofOtherInstances: async (instance, limit) =>
      listed(
        open((hold) => hold.instance !== null && hold.instance !== instance),
        limit,
      ),
  }
}
