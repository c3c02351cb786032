import type { PressedWallets } from '../../../src/application/ports/billing/pressed-wallets.ts'
import { PRESSED } from '../../../src/domain/reservations/pressed.ts'
import { isPressedAt } from './ledger-memory.ts'
import type { LedgerMemory } from './ledger-memory.ts'

/** The marks on the wallets of a ledger twin. */
export const memoryPressedWallets = (memory: LedgerMemory, nowMs: () => number): PressedWallets => ({
  press: async (walletId) => {
    const isReserved = (memory.wallets.get(walletId)?.reserved ?? 0n) > 0n
    const last = memory.pressedAt.get(walletId) ?? -Infinity
    if (isReserved && last < nowMs() - PRESSED.lookEveryMs) memory.pressedAt.set(walletId, nowMs())
    return isReserved
  },
  pressedOf: async (instance) => [
    ...new Set(
      [...memory.reservations.values()]
        .filter((each) => !each.ended && each.instance === instance)
        .filter(
          ({ walletId }) => memory.wallets.get(walletId)?.suspended === true || isPressedAt(memory, walletId, nowMs()),
        )
        .map(({ walletId }) => walletId),
    ),
  ],
})
