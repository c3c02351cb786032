import type { ChatModel } from '../../../src/domain/catalog/model.ts'
import type { ChatRequest } from '../../../src/domain/chat/request.ts'
import type { TokenUsage } from '../../../src/domain/pricing/token-price.ts'
import { PLAIN_MODEL } from '../plain-model.ts'

/** A model that can do everything at 1000 RUB in and 2000 RUB out per million tokens: 0.001 and 0.002 RUB a token. */
export const chatModel = (given: Partial<ChatModel> = {}): ChatModel => ({
  ...PLAIN_MODEL,
  id: 'vendor/model',
  kind: 'chat',
  capabilities: new Set(['image_input', 'tools', 'json_schema']),
  limits: {
    defaultOutputTokens: 1000,
    maxOutputTokens: 4000,
    contextTokens: null,
    maxChoices: 4,
    imageInputTokens: 500,
    maxImageInputTokens: 500,
  },
  deployments: [{ provider: 'first', upstreamModel: 'm', parameters: {} }],
  tariff: {
    unit: 'tokens',
    inputPerMillion: 1_000_000_000n,
    cachedInputPerMillion: 1_000_000_000n,
    cacheWritePerMillion: 1_000_000_000n,
    outputPerMillion: 2_000_000_000n,
  },
  hiddenReasoning: false,
  outputLimitField: 'max_tokens',
  keepsOutputLimit: false,
  turnPriceMicro: null,
  ...given,
})

/** The same, available at two providers. */
export const TWO_DEPLOYMENTS = chatModel({
  deployments: [
    { provider: 'first', upstreamModel: 'm1', parameters: {} },
    { provider: 'second', upstreamModel: 'm2', parameters: {} },
  ],
})

/** A request for that model; fields that the type does not name may be given too. */
export const chatRequest = (given: Partial<ChatRequest> & Readonly<Record<string, unknown>> = {}): ChatRequest => ({
  model: 'vendor/model',
  messages: [{ role: 'user', content: 'hello' }],
  ...given,
})

export const usageOf = (
  promptTokens: number,
  completionTokens: number,
  given: Partial<TokenUsage> = {},
): TokenUsage => ({
  promptTokens,
  completionTokens,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  ...given,
})
