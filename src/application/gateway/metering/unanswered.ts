import type { Model } from '../../../domain/catalog/model.ts'
import { receiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { ChatSurface, ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import { unansweredReason } from '../../../domain/routing/attempt.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import { toCallFailure } from '../../../domain/routing/call-failure.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { Unpaid } from './paid-operation.ts'

interface UnansweredCall {
  readonly model: Pick<Model, 'id' | 'kind' | 'tariffVersion'>
  readonly surface?: ChatSurface | undefined
  readonly attempts: readonly Attempt[]
}

/** A call that no provider answered, which costs nothing. */
export interface Unanswered extends Unpaid<CallFailure> {
  readonly receipt: ReceiptFacts
}

/** What comes of a call that no provider answered: its caller, its hold and its receipt say the same of it. */
export const unanswered = ({ model, surface, attempts }: UnansweredCall, failure: UpstreamFailure): Unanswered => {
  const reason = unansweredReason(failure)
  const receipt = receiptFacts({ model, surface, outcome: reason, usage: null, estimated: false, attempts })
  return { failure: toCallFailure(failure), reason, receipt }
}
