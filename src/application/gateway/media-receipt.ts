import type { Model } from '../../domain/catalog/model.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { attemptsJson } from './chat-receipt.ts'

export interface MediaReceiptFacts {
  readonly model: Pick<Model, 'id' | 'kind' | 'tariffVersion'>
  readonly outcome: 'succeeded' | 'refused' | 'upstream_failed'
  /** What is charged by; null where nothing is. */
  readonly usage: Json | null
  /** True when the tokens were reckoned here because the vendor had not counted them. */
  readonly estimated: boolean
  readonly attempts: readonly Attempt[]
}

/** What is written beside the money of a call for images or speech. */
export const mediaReceipt = ({ model, outcome, usage, estimated, attempts }: MediaReceiptFacts): Json => {
  const last = attempts.at(-1)
  return {
    model: model.id,
    kind: model.kind,
    deployment: last === undefined ? null : { provider: last.provider, upstream_model: last.upstreamModel },
    usage,
    tariff_version: model.tariffVersion,
    outcome,
    estimated,
    attempts: attemptsJson(attempts),
  }
}

/** The receipt of a call whose upstream failed, which costs nothing. */
export const failedReceipt = (
  { model, attempts }: Pick<MediaReceiptFacts, 'model' | 'attempts'>,
  failure: Pick<UpstreamFailure, 'tag'>,
): Json => {
  const outcome = failure.tag === 'refused_content' ? 'refused' : 'upstream_failed'
  return mediaReceipt({ model, outcome, usage: null, estimated: false, attempts })
}
