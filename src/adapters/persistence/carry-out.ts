import { setTimeout as sleep } from 'node:timers/promises'
import { left, right } from 'fp-ts/lib/Either.js'
import { databaseFailureOf } from './database-failure.ts'
import { type Attempt, type LedgerRows, runBatch } from './ledger-batch.ts'
import { sqlState } from './sql-state.ts'
import type { WaitingCommand } from './waiting-commands.ts'

const UNIQUE_VIOLATION = '23505'
const FIRST_PAUSE_MS = 25
const LONGEST_PAUSE_MS = 500

export interface Patience {
  /** Attempts at one batch before its commands are answered `ledger_unavailable`. */
  readonly attempts: number
  /** No new attempt begins this long after the first. */
  readonly giveUpAfterMs: number
}

/** Twice as long each time up to a bound, and never two callers in step. */
const pause = (attempt: number): Promise<unknown> =>
  sleep(Math.min(FIRST_PAUSE_MS * 2 ** attempt, LONGEST_PAUSE_MS) * (0.5 + Math.random()))

/**
 * Answers every waiting command, whatever happens to the database. Commands carry their ids, so the same
 * batch may be sent again after any failure: what had landed answers as it did.
 */
export const carryOut = async (
  rows: LedgerRows,
  items: readonly WaitingCommand[],
  patience: Patience,
  /** Whether the commands were part of an earlier batch whose fate is unknown. */
  sentBefore = false,
): Promise<void> => {
  const commands = items.map(({ command }) => command)
  const startedAt = performance.now()
  let earlier: Attempt | null = null
  for (let attempt = 0; ; attempt += 1) {
    try {
      const outcomes = await runBatch(rows, commands, earlier, (made) => (earlier = made))
      items.forEach((item, index) => {
        const outcome = outcomes[index]
        if (outcome !== undefined) item.answer(right(outcome))
      })
      return
    } catch (error) {
      const isLast = attempt + 1 >= patience.attempts || performance.now() - startedAt > patience.giveUpAfterMs
      const mayHaveLanded = sentBefore || earlier !== null
      const next = nextStep(error, items, isLast, mayHaveLanded)
      if (next === 'one_by_one') return await oneByOne(rows, items, patience, mayHaveLanded)
      if (next === 'answered') return
      await pause(attempt)
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
      // One wallet that somebody keeps locked must not hold up all others.
      if (items.length > 1) return 'one_by_one'
      break
    case 'conflict':
    case 'unavailable':
      break
  }
  if (!isLast) return 'again'
  const tag = 'ledger_unavailable'
  items.forEach((item) => item.answer(left(mayHaveLanded ? { tag, mayHaveLanded } : { tag })))
  return 'answered'
}

/** An id or a reference that another command took in the meantime is a mismatch; other refusals are defects. */
const refuse = (item: WaitingCommand, error: unknown): void => {
  if (sqlState(error) === UNIQUE_VIOLATION) item.answer(right({ tag: 'mismatch' }))
  else item.fail(error)
}

const oneByOne = async (
  rows: LedgerRows,
  items: readonly WaitingCommand[],
  patience: Patience,
  sentBefore: boolean,
): Promise<void> => {
  for (const item of items) await carryOut(rows, [item], patience, sentBefore)
}
