import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Clock } from '../ports/process/clock.ts'
import type { IdGenerator } from '../ports/process/id-generator.ts'
import type { OperatorAction } from '../ports/process/operator-log.ts'
import type { Stores } from '../ports/transaction/stores.ts'

interface NoteActionDeps {
  readonly ids: IdGenerator
  readonly clock: Clock
}

/** The account that acts has no role of an operator, or is closed. */
export type NoOperator = { readonly tag: 'forbidden' }

type NotedAction = Pick<OperatorAction, 'command' | 'subject' | 'arguments' | 'before' | 'after' | 'reason'> & {
  /** The account that acts. */
  readonly operatorId: string
}

/**
 * Inside the unit of work of the action: records it, or refuses it. A cache may have admitted its caller a moment ago,
 * and the role may be gone since then.
 */
export const noteAction = async (
  { ids, clock }: NoteActionDeps,
  { users, operatorLog }: Pick<Stores, 'users' | 'operatorLog'>,
  { operatorId, ...action }: NotedAction,
): Promise<Either<NoOperator, null>> => {
  const operator = await users.find(operatorId)
  if (operator === null || operator.operatorSince === null || operator.deactivatedAt !== null) {
    return left({ tag: 'forbidden' })
  }
  const at = new Date(clock.now())
  await operatorLog.record({ ...action, id: ids.next(), at, operator: operator.email, operatorId, exitCode: 0 })
  return right(null)
}
