import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { MemoryBudget } from '../../../application/load/memory-budget.ts'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { Exchange } from './exchange.ts'

/** What all exchanges of the process hold together. */
export interface MemoryBudgets {
  /** For what clients send, and what is loaded for them. */
  readonly bodies: MemoryBudget
  /** For what providers answer, and for files that are fetched for a call. */
  readonly answers: MemoryBudget
}

/** What one exchange holds in memory. */
export interface ExchangeMemory {
  readonly body: HeldMemory
  /** Where the answer of a provider goes. */
  readonly answer: () => HeldMemory
  /** The same; Left where the answers under way leave no room, so that no provider is asked. */
  readonly openAnswer: () => Either<{ readonly tag: 'overloaded' }, HeldMemory>
  /**
   * Gives all back once the answer is out or its client gone. Call it when the exchange was handled: a call whose
   * client has left runs to its end, and holds what it holds until then.
   */
  readonly releaseAfter: (response: Exchange['res']) => void
}

/** `caller` is the account that calls, or the client's address where there is no account. */
export const exchangeMemory = ({ bodies, answers }: MemoryBudgets, caller: string): ExchangeMemory => {
  const body = bodies.open(caller)
  let answerHeld: HeldMemory | null = null
  const answer = (): HeldMemory => (answerHeld ??= answers.open(caller))
  const release = (): void => {
    body.release()
    answerHeld?.release()
  }
  return {
    body,
    answer,
    openAnswer: () => (answer().hasRoom(1) ? right(answer()) : left({ tag: 'overloaded' })),
    releaseAfter: (response) => {
      if (body.bytes() === 0 && answerHeld === null) return
      // A closed connection emits no `close` any more.
      if (response.closed) release()
      else response.once('close', release)
    },
  }
}
