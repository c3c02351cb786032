import { right } from 'fp-ts/lib/Either.js'
import type { Ledger, LedgerInTransaction } from '../../../src/application/ports/billing/ledger.ts'
import { applyToMemory, ledgerMemory } from './ledger-memory.ts'
import type { LedgerMemory } from './ledger-memory.ts'

/** The pure rules over maps: both forms of the ledger, with nothing that can fail or wait. */
export const memoryLedger = (
  memory: LedgerMemory = ledgerMemory(),
  nowMs: () => number = () => 0,
): Ledger & LedgerInTransaction => ({
  submit: async (command) => right(applyToMemory(memory, command, nowMs())),
  apply: async (command) => applyToMemory(memory, command, nowMs()),
})
