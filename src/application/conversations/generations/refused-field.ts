import type { ChatPlanFailure } from '../../../domain/chat/plan.ts'
import type { Parameters } from '../../../domain/conversation/plan-within-task-price.ts'
import type { Unanswered } from '../../gateway/metering/unanswered.ts'
import type { UndeliveredTurn } from '../turns/charged-turn.ts'
import { unacceptable, unsentRefusal } from '../turns/turn-failure.ts'
import type { UnacceptableField } from '../turns/turn-failure.ts'

/** The field of the request that a plan refuses; a field that the caller did not send is the task's. */
export const refusedField =
  (parameters: Parameters) =>
  (refusal: ChatPlanFailure): UnacceptableField =>
    unacceptable(refusal, (param) => {
      const [name = ''] = param.split('.')
      if (name in parameters) return ['parameters', name]
      return [name === 'image' || name === 'messages' ? 'images' : 'task']
    })

/** A generation that failed, and where its request is at fault if no provider was asked. */
export const undelivered = (
  parameters: Parameters,
  { failure, reason, receipt }: Unanswered,
): UndeliveredTurn<UnacceptableField> => {
  const refusal = unsentRefusal(failure)
  if (refusal !== null) return { reason: 'not_called', receipt, refusal: refusedField(parameters)(refusal) }
  return { reason, receipt }
}
