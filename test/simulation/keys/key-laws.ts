import { minMicro } from '../../../src/domain/money/money.ts'
import { endOf, KEYS } from './key-installation.ts'
import type { KeyFacts, KeyTerms } from './key-installation.ts'

/** A hold that the limit of its key refused. */
export interface Refusal {
  readonly keyId: string
  /** The least that would have done. */
  readonly amount: bigint
  /** By the clock of the process that decided. */
  readonly nowMs: number
}

interface Seen {
  readonly facts: KeyFacts
  /** Of the processes, during the step. */
  readonly clocks: readonly number[]
  /** What was refused in this step; only where nothing else happened in it. */
  readonly refusals: readonly Refusal[]
}

/** What a key did in its running period, summed up here from charges alone. */
interface Running {
  readonly limit: bigint
  readonly endsAtMs: number
  readonly charged: bigint
  /** What of it was paid out of holds: a price may be above its hold, and come after the hold was released. */
  readonly covered: bigint
  readonly held: bigint
}

interface Charge {
  readonly amount: bigint
  readonly covered: bigint
}

const sumOf = (sums: Iterable<bigint>): bigint => [...sums].reduce((total, each) => total + each, 0n)

const heldBy = ({ holds }: KeyFacts, keyId: string): bigint =>
  sumOf(
    [...holds.values()].filter((hold) => hold.budgetId === keyId && hold.state === 'held').map((hold) => hold.amount),
  )

/** A hold that was released before its charge covers nothing of it. */
const newCharges = (facts: KeyFacts, before: KeyFacts, keyId: string): readonly Charge[] =>
  [...facts.charges].flatMap(([id, amount]) => {
    const hold = facts.holds.get(id)
    if (before.charges.has(id) || hold?.budgetId !== keyId) return []
    return [{ amount, covered: hold.state === 'settled' ? minMicro(amount, hold.amount) : 0n }]
  })

const isSumOfSome = (sum: bigint, [first, ...rest]: readonly bigint[]): boolean =>
  sum === 0n || (first !== undefined && (isSumOfSome(sum - first, rest) || isSumOfSome(sum, rest)))

/**
 * The sums after a step. Where a period began in it, only the ledger knows which of several charges came after that:
 * then it is taken at its word, and what of them was surely paid out of holds is counted.
 */
const runningAfter = (
  was: Running,
  charges: readonly Charge[],
  now: Pick<Running, 'limit' | 'endsAtMs' | 'held'>,
  written: bigint,
): Running => {
  const amounts = sumOf(charges.map(({ amount }) => amount))
  const covered = sumOf(charges.map((charge) => charge.covered))
  if (now.endsAtMs === was.endsAtMs) {
    return { ...now, charged: was.charged + amounts, covered: was.covered + covered }
  }
  const isSome = isSumOfSome(
    written,
    charges.map(({ amount }) => amount),
  )
  const surely = written - (amounts - covered)
  return { ...now, charged: isSome ? written : amounts, covered: surely > 0n ? surely : 0n }
}

function* brokenBy(
  key: KeyTerms,
  was: Running,
  is: Running,
  written: bigint,
  clocks: readonly number[],
): Iterable<string> {
  if (is.endsAtMs < was.endsAtMs) yield `the period that ended at ${was.endsAtMs} ends at ${is.endsAtMs}`
  const begun = clocks.filter((clock) => clock >= was.endsAtMs).map((clock) => endOf(key, clock))
  if (is.endsAtMs > was.endsAtMs && !begun.includes(is.endsAtMs)) yield `no clock is in the period until ${is.endsAtMs}`
  if (written !== is.charged) yield `${is.charged} was charged in the period, written is ${written}`
  const former = (is.endsAtMs === was.endsAtMs ? was.covered : 0n) + was.held
  const total = is.covered + is.held
  // A limit that was lowered takes nothing back.
  if (total > is.limit && total > former)
    yield `${is.covered} was paid and ${is.held} is held, the limit is ${is.limit}`
}

function* unjustified(was: Running, { amount, nowMs }: Refusal): Iterable<string> {
  const charged = nowMs < was.endsAtMs ? was.charged : 0n
  if (charged + was.held + amount <= was.limit) yield `${amount} was refused with ${charged} of ${was.limit} charged`
}

/** What must hold for each key after every step. `onPeriod` hears of each period that began. */
export const keyLaws = (keyIds: readonly string[], start: KeyFacts, onPeriod: () => void) => {
  let before = start
  const running = new Map<string, Running>(
    keyIds.map((id) => {
      const { limit, period } = start.keys.get(id)!
      return [id, { limit: limit!, endsAtMs: period!.endsAtMs, charged: 0n, covered: 0n, held: 0n }]
    }),
  )
  return ({ facts, clocks, refusals }: Seen): readonly string[] => {
    const wrong = keyIds.flatMap((id, index) => {
      const was = running.get(id)!
      const { limit, period } = facts.keys.get(id)!
      const now = { limit: limit!, endsAtMs: period!.endsAtMs, held: heldBy(facts, id) }
      const is = runningAfter(was, newCharges(facts, before, id), now, period!.spent)
      if (is.endsAtMs !== was.endsAtMs) onPeriod()
      running.set(id, is)
      const refused = refusals.filter(({ keyId }) => keyId === id).flatMap((refusal) => [...unjustified(was, refusal)])
      return [...brokenBy(KEYS[index]!, was, is, period!.spent, clocks), ...refused].map(
        (each) => `key ${index}: ${each}`,
      )
    })
    before = facts
    return wrong
  }
}
