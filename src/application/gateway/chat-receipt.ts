import type { ChatPlan } from '../../domain/chat/plan.ts'
import type { Json } from '../../domain/ledger/transfer.ts'
import type { TokenUsage } from '../../domain/pricing/usage.ts'
import type { Attempt } from '../../domain/routing/attempt.ts'

export interface ReceiptFacts {
  readonly outcome: 'succeeded' | 'client_left' | 'refused' | 'nothing_delivered' | 'not_called' | 'upstream_failed'
  readonly usage: TokenUsage | null
  /** True when the tokens were counted here because the vendor had not. */
  readonly estimated: boolean
  readonly attempts: readonly Attempt[]
}

export const usageJson = (usage: TokenUsage): Json => ({
  prompt_tokens: usage.promptTokens,
  cached_tokens: usage.cachedTokens,
  cache_write_tokens: usage.cacheWriteTokens,
  completion_tokens: usage.completionTokens,
  reasoning_tokens: usage.reasoningTokens,
})

export const attemptsJson = (attempts: readonly Attempt[]): Json =>
  attempts.map((attempt) => ({
    provider: attempt.provider,
    upstream_model: attempt.upstreamModel,
    outcome: attempt.outcome,
    upstream_request_id: attempt.upstreamRequestId,
    ...(attempt.upstreamCode === undefined || attempt.upstreamCode === null
      ? {}
      : { upstream_code: attempt.upstreamCode }),
  }))

/** What is written beside the money, so that a charge can be explained when nobody remembers the call. */
export const chatReceipt = ({ model }: ChatPlan, { outcome, usage, estimated, attempts }: ReceiptFacts): Json => {
  const last = attempts.at(-1)
  return {
    model: model.id,
    kind: model.kind,
    deployment: last === undefined ? null : { provider: last.provider, upstream_model: last.upstreamModel },
    usage: usage === null ? null : usageJson(usage),
    tariff_version: model.tariffVersion,
    outcome,
    estimated,
    attempts: attemptsJson(attempts),
  }
}
