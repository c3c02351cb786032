import type { Kysely } from 'kysely'
import type { LedgerInTransaction } from '../../application/ports/ledger.ts'
import { applyBatch } from '../../domain/ledger/apply-batch.ts'
import type { LedgerCommand, OutcomeOf } from '../../domain/ledger/command.ts'
import { assertWellFormed } from '../../domain/ledger/well-formed.ts'
import { readInOrder } from './batch-transactions.ts'
import { firstReads } from './ledger-reads.ts'
import { loadState } from './ledger-state.ts'
import { writeStatement } from './ledger-writes.ts'
import type { Database } from './schema.ts'

/** The ledger on a transaction of the caller's, which alone decides whether the movement happened. */
export const ledgerInTransaction = (transaction: Kysely<Database>): LedgerInTransaction => ({
  apply: async <C extends LedgerCommand>(command: C): Promise<OutcomeOf<C>> => {
    assertWellFormed(command)
    const read = readInOrder(transaction)
    const state = await loadState([command], await read(firstReads([command])), read, true)
    const { outcomes, writes } = applyBatch(state, [command])
    const write = writeStatement(writes)
    if (write !== null) await read([write])
    return outcomes[0] as OutcomeOf<C>
  },
})
