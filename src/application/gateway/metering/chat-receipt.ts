import type { ChatPlan } from '../../../domain/chat/plan.ts'
import { receiptFacts } from '../../../domain/ledger/receipt-facts.ts'
import type { ReceiptFacts, UsageFigures } from '../../../domain/ledger/receipt-facts.ts'
import type { TokenUsage } from '../../../domain/pricing/usage.ts'

type EndedChat = Pick<ReceiptFacts, 'outcome' | 'estimated' | 'attempts'> & { readonly usage: TokenUsage | null }

/** Counted tokens, named as the public interface names them. */
export const usageJson = (usage: TokenUsage): UsageFigures => ({
  prompt_tokens: usage.promptTokens,
  cached_tokens: usage.cachedTokens,
  cache_write_tokens: usage.cacheWriteTokens,
  completion_tokens: usage.completionTokens,
  reasoning_tokens: usage.reasoningTokens,
})

/** The receipt of a chat call. */
export const chatReceipt = ({ model }: ChatPlan, { outcome, usage, estimated, attempts }: EndedChat): ReceiptFacts =>
  receiptFacts({ model, outcome, usage: usage === null ? null : usageJson(usage), estimated, attempts })
