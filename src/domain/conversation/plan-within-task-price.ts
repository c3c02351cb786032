import { isLeft, isRight } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { unsupportedParameter } from '../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../parameters/request-fields.ts'

/** Fields that a caller sets beside the prompt. None of them is null, because null means absent. */
export type Parameters = Readonly<Record<string, unknown>>

interface Plan {
  /** Micro-roubles that the gateway would hold for the request. */
  readonly holdMicro: bigint
}

/**
 * The plan with a caller's parameters, if it costs the house no more than the plan without them. A caller who pays a
 * fixed price chooses the way of the work, not its size. A refusal names the parameter that makes the work more
 * expensive.
 */
export const planWithinTaskPrice = <F, P extends Plan>(
  parameters: Parameters,
  planWith: (parameters: Parameters) => Either<F, P>,
): Either<F | UnsupportedParameter, P> => {
  const own = planWith({})
  if (isLeft(own)) return own
  const asked = planWith(parameters)
  if (isLeft(asked)) return asked
  const isMoreExpensive = (plan: Plan): boolean => plan.holdMicro > own.right.holdMicro
  if (!isMoreExpensive(asked.right)) return asked

  const entries = Object.entries(parameters)
  const culprit = entries.findIndex((_, index) => {
    const some = planWith(Object.fromEntries(entries.slice(0, index + 1)))
    return isRight(some) && isMoreExpensive(some.right)
  })
  const param = entries[culprit]?.[0] ?? ''
  return unsupportedParameter(param, `'${param}' with this value costs more than the task.`)
}
