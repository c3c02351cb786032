import type { Wallet } from '../../../src/domain/ledger/account.ts'
import { applyBatch } from '../../../src/domain/ledger/apply-batch.ts'
import { assertWellFormed } from '../../../src/domain/ledger/command.ts'
import type { LedgerCommand, OutcomeOf } from '../../../src/domain/ledger/command.ts'
import type { Hold } from '../../../src/domain/ledger/hold.ts'
import type { Budget } from '../../../src/domain/ledger/budget.ts'
import { reservationName } from '../../../src/domain/ledger/reservation.ts'
import type { Reservation } from '../../../src/domain/ledger/reservation.ts'
import { PRESSED } from '../../../src/domain/reservations/pressed.ts'
import { referenceText } from '../../../src/domain/ledger/transfer.ts'
import type { Transfer } from '../../../src/domain/ledger/transfer.ts'

/** A whole ledger in maps. Wallets and budgets are put in by the test or by other twins. */
export interface LedgerMemory {
  readonly wallets: Map<string, Wallet>
  readonly budgets: Map<string, Budget>
  readonly holds: Map<string, Hold>
  /** In the order in which they were made. */
  readonly transfers: Map<string, Transfer>
  readonly references: Map<string, string>
  readonly reservations: Map<string, Reservation>
  readonly openReservations: Map<string, string>
  readonly livingInstances: Set<string>
  /** Wallet id → when it was last marked, in milliseconds since the epoch. */
  readonly pressedAt: Map<string, number>
  /** Those whose mark counted at the last decision. */
  readonly pressedWallets: Set<string>
  readonly refunded: Map<string, bigint>
  /** Hold id → milliseconds since the epoch. */
  readonly expiresAt: Map<string, number>
}

export const ledgerMemory = (): LedgerMemory => ({
  wallets: new Map(),
  budgets: new Map(),
  holds: new Map(),
  transfers: new Map(),
  references: new Map(),
  reservations: new Map(),
  openReservations: new Map(),
  livingInstances: new Set(['here']),
  pressedAt: new Map(),
  pressedWallets: new Set(),
  refunded: new Map(),
  expiresAt: new Map(),
})

export const isPressedAt = ({ pressedAt }: LedgerMemory, walletId: string, nowMs: number): boolean =>
  nowMs - (pressedAt.get(walletId) ?? -Infinity) < PRESSED.forMs

const putAll = <A extends { readonly id: string }>(map: Map<string, A>, rows: readonly A[]): void => {
  for (const row of rows) map.set(row.id, row)
}

/** Decides one command on the memory and writes what the decision says. */
export const applyToMemory = <C extends LedgerCommand>(
  memory: LedgerMemory,
  command: C,
  nowMs: number,
): OutcomeOf<C> => {
  assertWellFormed(command)
  memory.pressedWallets.clear()
  for (const id of memory.pressedAt.keys()) if (isPressedAt(memory, id, nowMs)) memory.pressedWallets.add(id)
  const { outcomes, writes } = applyBatch(memory, [command], nowMs)
  putAll(memory.wallets, writes.wallets)
  putAll(memory.budgets, writes.budgets)
  putAll(memory.holds, writes.endedHolds)
  putAll(memory.transfers, writes.transfers)
  putAll(memory.reservations, writes.reservations)
  for (const reservation of writes.reservations) {
    if (reservation.ended) memory.openReservations.delete(reservationName(reservation))
    else memory.openReservations.set(reservationName(reservation), reservation.id)
  }
  for (const { hold, lifeSeconds } of writes.newHolds) {
    memory.holds.set(hold.id, hold)
    memory.references.set(referenceText(hold.reference), hold.id)
    memory.expiresAt.set(hold.id, lifeSeconds === null ? Infinity : nowMs + lifeSeconds * 1000)
  }
  for (const { reverses, amount } of writes.transfers) {
    if (reverses !== null) memory.refunded.set(reverses, (memory.refunded.get(reverses) ?? 0n) + amount)
  }
  return outcomes[0] as OutcomeOf<C>
}

/** Keeps a copy of the maps of a memory and returns what puts it back. */
export const saveMemory = (memory: object): (() => void) => {
  const maps = Object.values(memory).filter((value): value is Map<string, unknown> => value instanceof Map)
  const saved = maps.map((map) => [map, [...map]] as const)
  return () => {
    for (const [map, entries] of saved) {
      map.clear()
      for (const [key, value] of entries) map.set(key, value)
    }
  }
}
