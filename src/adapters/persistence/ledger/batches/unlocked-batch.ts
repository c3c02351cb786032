import { applyBatch } from '../../../../domain/ledger/apply-batch.ts'
import { coveredOutcomes } from '../../../../domain/ledger/captures/covered-captures.ts'
import type { LedgerCommand, LedgerOutcome } from '../../../../domain/ledger/command.ts'
import type { Capture } from '../../../../domain/ledger/reservation-command.ts'
import { databaseFailureOf } from '../../sql/database-failure.ts'
import { SERIALIZATION_FAILURE, sqlState } from '../../sql/sql-state.ts'
import { paidWallets } from '../covered-writes.ts'
import type { LedgerRows } from '../ledger-rows.ts'
import { NOTHING } from './batch-attempt.ts'
import type { BatchAttempt } from './batch-attempt.ts'

/** The statement wrote nothing, because the cached rows it was decided on have changed since. */
export const wasStale = (error: unknown): boolean =>
  sqlState(error) === SERIALIZATION_FAILURE || databaseFailureOf(error) === 'refused'

/**
 * Carries out commands on the cached rows; null when the cache does not suffice or was out of date, and nothing has
 * been done. The statement itself finds out whether another process changed a row or took an id or a reference.
 */
const runFromCache = async (
  rows: LedgerRows,
  commands: readonly LedgerCommand[],
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[] | null> => {
  const { batches, cache, statements, nowMs } = rows
  const cached = cache.stateFor(commands)
  if (cached === null) return null
  const attempt = applyBatch(cached, commands, nowMs())
  const statement = statements.guardedWrite(attempt.writes, cached)
  if (statement === null) return null
  onAttempt(attempt)
  // The next batch is decided on what this one will leave. If it leaves other rows, the next batch's statement fails.
  cache.applyWrites(cached, attempt.writes)
  try {
    await batches.write(statement)
  } catch (error) {
    cache.evict(commands)
    if (wasStale(error)) return null
    throw error
  }
  return attempt.outcomes
}

/**
 * Carries out calls within their cover without a look at a balance, so that processes that charge one wallet at once do
 * not disturb each other; null as for `runFromCache`.
 */
const runCovered = async (
  { batches, cache, statements, nowMs }: LedgerRows,
  commands: readonly Capture[],
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[] | null> => {
  const writes = cache.coveredBy(commands)
  if (writes === null) return null
  onAttempt({
    outcomes: null,
    writes: { ...NOTHING, newHolds: writes.calls.map(({ hold }) => ({ hold, lifeSeconds: 0 })) },
  })
  cache.applyCovered(writes)
  try {
    const wallets = paidWallets(await batches.write(statements.coveredWrite(writes, nowMs())))
    cache.seePaid(wallets)
    return coveredOutcomes(writes, new Map(wallets.map((wallet) => [wallet.id, wallet])))
  } catch (error) {
    cache.evict(commands)
    if (wasStale(error)) return null
    throw error
  }
}

const isCapture = (command: LedgerCommand): command is Capture => command.tag === 'capture'

/**
 * Carries out commands without a lock, on cached rows; null when that does not suffice or was out of date,
 * and nothing has been done.
 */
export const runUnlocked = (
  rows: LedgerRows,
  commands: readonly LedgerCommand[],
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[] | null> =>
  commands.every(isCapture) ? runCovered(rows, commands, onAttempt) : runFromCache(rows, commands, onAttempt)
