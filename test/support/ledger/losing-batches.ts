import type { BatchTransactions } from '../../../src/adapters/persistence/engine/batch-transactions.ts'

export type Fate = 'answered' | 'lost_before' | 'lost_after'

const connectionLost = (): Error =>
  Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })

/** Loses the connection before the transaction or after its commit, as the list of fates says; then no more. */
export const losing = (batches: BatchTransactions, fates: Fate[]): BatchTransactions => {
  const meet = async <A>(transaction: () => Promise<A>): Promise<A> => {
    const fate = fates.shift() ?? 'answered'
    if (fate === 'lost_before') throw connectionLost()
    const value = await transaction()
    if (fate === 'lost_after') throw connectionLost()
    return value
  }
  return {
    run: (reads, decide) => meet(() => batches.run(reads, decide)),
    write: (statement) => meet(() => batches.write(statement)),
  }
}
