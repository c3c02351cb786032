import { type Either, isLeft, isRight, left } from 'fp-ts/lib/Either.js'
import type { UnsupportedParameter } from '../chat/unsupported-parameter.ts'

/** Fields that a caller sets beside what it asks for. None is null: that means absent. */
export type Parameters = Readonly<Record<string, unknown>>

interface Plan {
  /** Micro-roubles that the gateway would hold for it. */
  readonly holdMicro: bigint
}

/**
 * The plan with a caller's parameters, if it costs the house no more than the one without them: whoever pays a price
 * fixed beforehand chooses the manner of the work, not its size. A refusal names the parameter with which it becomes
 * dearer.
 */
export const planNoDearer = <F, P extends Plan>(
  parameters: Parameters,
  planWith: (parameters: Parameters) => Either<F, P>,
): Either<F | UnsupportedParameter, P> => {
  const own = planWith({})
  if (isLeft(own)) return own
  const asked = planWith(parameters)
  if (isLeft(asked)) return asked
  const isDearer = (plan: Plan): boolean => plan.holdMicro > own.right.holdMicro
  if (!isDearer(asked.right)) return asked

  const entries = Object.entries(parameters)
  const culprit = entries.findIndex((_, index) => {
    const some = planWith(Object.fromEntries(entries.slice(0, index + 1)))
    return isRight(some) && isDearer(some.right)
  })
  const param = entries[culprit]?.[0] ?? ''
  return left({ tag: 'unsupported_parameter', param, message: `'${param}' with this value costs more than the task.` })
}
