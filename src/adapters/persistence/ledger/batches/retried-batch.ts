import { setTimeout as sleep } from 'node:timers/promises'
import { left, right } from 'fp-ts/lib/Either.js'
import type { LedgerCommand, LedgerOutcome } from '../../../../domain/ledger/command.ts'
import { DatabaseAway } from '../../engine/database-away.ts'
import { DatabaseBusy } from '../../engine/database-busy.ts'
import { databaseFailureOf } from '../../sql/database-failure.ts'
import { sqlState, UNIQUE_VIOLATION } from '../../sql/sql-state.ts'
import type { WaitingCommand } from '../queue/waiting-command.ts'
import { runUnderLock } from './locked-batch.ts'
import { runUnlocked } from './unlocked-batch.ts'
import { byWallet } from './locked-wallets.ts'
import type { SetAside } from './locked-wallets.ts'
import type { LedgerRows } from '../ledger-rows.ts'
import type { BatchAttempt } from './batch-attempt.ts'

/** Carries out commands on cached rows if these suffice and no earlier attempt is in doubt, and else under locks. */
const runBatch = async (
  rows: LedgerRows,
  commands: readonly LedgerCommand[],
  earlier: BatchAttempt | null,
  onAttempt: (attempt: BatchAttempt) => void,
): Promise<readonly LedgerOutcome[]> => {
  const unlocked = earlier === null ? await runUnlocked(rows, commands, onAttempt) : null
  return unlocked ?? runUnderLock(rows, commands, earlier, onAttempt)
}

const INITIAL_BACKOFF_MS = 25
const MAX_BACKOFF_MS = 500

export interface RetryPolicy {
  /** Attempts at one batch before its commands are answered `ledger_unavailable`. */
  readonly attempts: number
  /** No new attempt begins this long after the first. */
  readonly giveUpAfterMs: number
}

/** Twice as long each time up to a bound, with a random part, so that two processes do not retry in step. */
const backoff = (attempt: number): Promise<unknown> =>
  sleep(Math.min(INITIAL_BACKOFF_MS * 2 ** attempt, MAX_BACKOFF_MS) * (0.5 + Math.random()))

interface Retrying {
  readonly retryPolicy: RetryPolicy
  /** Null: they are tried again as others are. */
  readonly setAside: SetAside | null
}

/**
 * Gives every waiting command its outcome, whatever happens to the database; but commands of one wallet that another
 * transaction keeps locked may be set aside. Commands carry their ids, so the same batch may be sent again after any
 * failure: a command that was carried out has the same outcome again.
 */
export const runWithRetries = async (
  rows: LedgerRows,
  items: readonly WaitingCommand[],
  retrying: Retrying,
  /** Whether the commands were part of an earlier batch of which it is unknown whether it was committed. */
  sentBefore = false,
): Promise<void> => {
  const { retryPolicy, setAside } = retrying
  const commands = items.map(({ command }) => command)
  const startedAt = performance.now()
  let earlier: BatchAttempt | null = null
  for (let attempt = 0; ; attempt += 1) {
    const sent: BatchAttempt | null = earlier
    try {
      const outcomes = await runBatch(rows, commands, earlier, (made) => (earlier = made))
      items.forEach((item, index) => {
        const outcome = outcomes[index]
        if (outcome !== undefined) item.answer(right(outcome))
      })
      return
    } catch (error) {
      const isAway = error instanceof DatabaseAway
      const isLocked = databaseFailureOf(error) === 'locked'
      // The first two sent nothing, and what met a lock was undone. Another attempt is of no use where none is there.
      if (isAway || error instanceof DatabaseBusy || isLocked) earlier = sent
      const isLast =
        isAway || attempt + 1 >= retryPolicy.attempts || performance.now() - startedAt > retryPolicy.giveUpAfterMs
      const mayHaveLanded = sentBefore || earlier !== null
      if (isLocked) {
        const wallets = byWallet(items)
        if (wallets.size > 1) return await walletByWallet(rows, wallets, retrying, mayHaveLanded)
        if (setAside !== null && earlier === null) return setAside(items, mayHaveLanded)
      }
      const next = nextStep(error, items, isLast, mayHaveLanded)
      if (next === 'one_by_one') return await oneByOne(rows, items, retrying, mayHaveLanded)
      if (next === 'answered') return
      await backoff(attempt)
    }
  }
}

const nextStep = (
  error: unknown,
  items: readonly WaitingCommand[],
  isLast: boolean,
  mayHaveLanded: boolean,
): 'again' | 'one_by_one' | 'answered' => {
  switch (databaseFailureOf(error)) {
    case 'refused':
      if (items.length > 1) return 'one_by_one'
      items.forEach((item) => refuse(item, error))
      return 'answered'
    case 'defect':
      items.forEach((item) => item.fail(error))
      return 'answered'
    case 'locked':
    case 'conflict':
    case 'unavailable':
      break
  }
  if (!isLast) return 'again'
  const tag = 'ledger_unavailable'
  items.forEach((item) => item.answer(left(mayHaveLanded ? { tag, mayHaveLanded } : { tag })))
  return 'answered'
}

/** An id or a reference that another command took since the read is a mismatch; other refusals are defects. */
const refuse = (item: WaitingCommand, error: unknown): void => {
  if (sqlState(error) === UNIQUE_VIOLATION) item.answer(right({ tag: 'mismatch' }))
  else item.fail(error)
}

const oneByOne = async (
  rows: LedgerRows,
  items: readonly WaitingCommand[],
  retrying: Retrying,
  sentBefore: boolean,
): Promise<void> => {
  for (const item of items) await runWithRetries(rows, [item], retrying, sentBefore)
}

/** One wallet that another transaction keeps locked must not delay the commands of all others. */
const walletByWallet = async (
  rows: LedgerRows,
  wallets: ReadonlyMap<string, readonly WaitingCommand[]>,
  retrying: Retrying,
  sentBefore: boolean,
): Promise<void> => {
  for (const items of wallets.values()) await runWithRetries(rows, items, retrying, sentBefore)
}
