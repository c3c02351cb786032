import type { Model } from '../../../domain/catalog/model.ts'
import { receiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { ReceiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

interface FailedCall {
  readonly model: Pick<Model, 'id' | 'kind' | 'tariffVersion'>
  readonly attempts: readonly Attempt[]
}

/** The receipt of a call that no provider answered, which costs nothing. */
export const failedReceipt = ({ model, attempts }: FailedCall, failure: Pick<UpstreamFailure, 'tag'>): ReceiptFacts => {
  const outcome = failure.tag === 'refused_content' ? 'refused' : 'upstream_failed'
  return receiptFacts({ model, outcome, usage: null, estimated: false, attempts })
}
