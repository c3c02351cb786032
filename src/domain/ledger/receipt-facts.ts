import type { Model } from '../catalog/model.ts'
import type { Json } from '../json.ts'
import type { Attempt } from '../routing/attempt.ts'
import type { TokenUsage } from '../pricing/token-price.ts'
import type { ReleaseReason } from './hold.ts'

/** How a paid operation ended: it was charged, in whole or up to the client's disconnect, or its money was given back. */
export type ReceiptOutcome = 'succeeded' | 'client_left' | ReleaseReason

/** Figures of use by their names. */
export type UsageFigures = Readonly<Record<string, Json>>

/**
 * What is written beside the money when a paid operation ends, so that a charge can be explained later. The ledger
 * stores it unread.
 */
export interface ReceiptFacts {
  /** Public model id. */
  readonly model: string
  readonly kind: Model['kind']
  /** The deployment that was asked last; null where none was asked. */
  readonly deployment: { readonly provider: string; readonly upstreamModel: string } | null
  /** The figures the price was computed from, named as the public interface names them; null where nothing was used. */
  readonly usage: UsageFigures | null
  readonly tariffVersion: string | null
  readonly outcome: ReceiptOutcome
  /** True when the tokens were counted here because the provider had not counted them. */
  readonly estimated: boolean
  readonly attempts: readonly Attempt[]
}

type EndedOperation = Pick<ReceiptFacts, 'outcome' | 'usage' | 'estimated' | 'attempts'> & {
  readonly model: Pick<Model, 'id' | 'kind'> & { readonly tariffVersion: string | null }
}

/** Builds the facts of an operation; the last attempt names the deployment. */
export const receiptFacts = ({ model, outcome, usage, estimated, attempts }: EndedOperation): ReceiptFacts => {
  const last = attempts.at(-1)
  const deployment = last === undefined ? null : { provider: last.provider, upstreamModel: last.upstreamModel }
  const { id, kind, tariffVersion } = model
  return { model: id, kind, deployment, usage, tariffVersion, outcome, estimated, attempts }
}

/** Counted tokens, named as the public interface names them. */
export const usageJson = (usage: TokenUsage): UsageFigures => ({
  prompt_tokens: usage.promptTokens,
  cached_tokens: usage.cachedTokens,
  cache_write_tokens: usage.cacheWriteTokens,
  ...(usage.cacheWrite1hTokens === undefined ? {} : { cache_write_1h_tokens: usage.cacheWrite1hTokens }),
  completion_tokens: usage.completionTokens,
  reasoning_tokens: usage.reasoningTokens,
})
