import type { ChatPlanFailure } from '../../../domain/chat/plan.ts'
import type { Parameters } from '../../../domain/conversation/plan-within-task-price.ts'
import type { Unanswered } from '../../gateway/metering/unanswered.ts'
import type { TurnOutput, UndeliveredTurn } from './charged-turn.ts'
import { unacceptable, unsentRefusal } from './turn-failure.ts'
import type { UnacceptableField } from './turn-failure.ts'

/** What a model made for a prompt. */
export interface GenerationOutput extends TurnOutput {
  /** Empty where the product is images. */
  readonly text: string
  readonly images: readonly Uint8Array[]
}

/** A generation that failed, and where its request is at fault if no provider was asked. */
export const undelivered = (
  parameters: Parameters,
  { failure, reason, receipt }: Unanswered,
): UndeliveredTurn<UnacceptableField> => {
  const refusal = unsentRefusal(failure)
  if (refusal !== null) return { reason: 'not_called', receipt, refusal: refusedField(parameters)(refusal) }
  return { reason, receipt }
}

/** The field of the request that a plan refuses; a field that the caller did not send is the task's. */
export const refusedField =
  (parameters: Parameters) =>
  (refusal: ChatPlanFailure): UnacceptableField =>
    unacceptable(refusal, (param) => {
      const [name = ''] = param.split('.')
      if (name in parameters) return ['parameters', name]
      return [name === 'image' || name === 'messages' ? 'images' : 'task']
    })
