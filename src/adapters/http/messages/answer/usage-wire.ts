import type { TokenUsage } from '../../../../domain/pricing/token-price.ts'
import { roubleSum } from '../../codecs/money/rouble-sum.ts'

type Fields = Readonly<Record<string, unknown>>

/** The prompt in three parts that exclude each other, as this wire counts it. */
const inputOf = ({ promptTokens, cachedTokens, cacheWriteTokens, cacheWrite1hTokens = 0 }: TokenUsage): Fields => ({
  input_tokens: promptTokens - cachedTokens - cacheWriteTokens,
  cache_creation_input_tokens: cacheWriteTokens,
  cache_read_input_tokens: cachedTokens,
  cache_creation: {
    ephemeral_5m_input_tokens: cacheWriteTokens - cacheWrite1hTokens,
    ephemeral_1h_input_tokens: cacheWrite1hTokens,
  },
})

/** The usage of a whole answer. */
export const writeUsage = (usage: TokenUsage, priceMicro: bigint): Fields => ({
  ...inputOf(usage),
  output_tokens: usage.completionTokens,
  output_tokens_details: { thinking_tokens: usage.reasoningTokens },
  server_tool_use: null,
  service_tier: 'standard',
  inference_geo: null,
  speed: null,
  ...roubleSum('cost', priceMicro),
})

/** What the head of a stream says: the prompt by our estimate, and nothing written yet. */
export const estimatedUsage = (promptTokens: number): Fields => {
  const {
    cost: _,
    cost_rub: __,
    ...usage
  } = writeUsage({ promptTokens, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 0, reasoningTokens: 0 }, 0n)
  return usage
}
