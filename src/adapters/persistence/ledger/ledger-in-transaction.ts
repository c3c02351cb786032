import type { Kysely } from 'kysely'
import type { LedgerInTransaction } from '../../../application/ports/billing/ledger.ts'
import { applyBatch } from '../../../domain/ledger/apply-batch.ts'
import { assertWellFormed } from '../../../domain/ledger/command.ts'
import type { LedgerCommand, OutcomeOf } from '../../../domain/ledger/command.ts'
import { readInOrder } from '../engine/batch-transactions.ts'
import type { Database } from '../schema/schema.ts'
import type { LedgerRows } from './ledger-rows.ts'
import { firstReads, loadState } from './ledger-reads.ts'

/** The ledger inside one transaction, and the notice that the transaction was committed. */
export interface FollowedLedger extends LedgerInTransaction {
  /** Call this once after the commit: from then on the next batch is decided on what this transaction left. */
  committed(): void
}

/** The ledger on the caller's transaction, which alone decides whether the money moved. */
export const ledgerInTransaction = (
  { cache, statements, nowMs }: Omit<LedgerRows, 'batches'>,
  transaction: Kysely<Database>,
): FollowedLedger => {
  const followed = cache.follow()
  const read = readInOrder(transaction)
  return {
    apply: async <C extends LedgerCommand>(command: C): Promise<OutcomeOf<C>> => {
      assertWellFormed(command)
      const state = await loadState([command], await read(firstReads([command])), read, true)
      const { outcomes, writes } = applyBatch(state, [command], nowMs())
      const write = statements.write(writes)
      if (write !== null) await read([write])
      followed.note(state, writes)
      return outcomes[0] as OutcomeOf<C>
    },
    committed: () => followed.committed(),
  }
}
