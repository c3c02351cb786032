import { expect } from 'chai'
import fc from 'fast-check'
import { toUsage } from '../../../../../src/adapters/providers/openai-compatible/answer/usage.ts'
import type { TokenUsage } from '../../../../../src/domain/pricing/token-price.ts'

const tokens = (prompt: number, completion: number, more: Partial<TokenUsage> = {}): TokenUsage => ({
  promptTokens: prompt,
  completionTokens: completion,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  reasoningTokens: 0,
  ...more,
})

const reported = (prompt: number, completion: number, total: number | undefined, reasoning: number) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  ...(total === undefined ? {} : { total_tokens: total }),
  completion_tokens_details: { reasoning_tokens: reasoning },
})

describe('toUsage', () => {
  const cases: readonly [string, unknown, TokenUsage | null][] = [
    [
      'OpenAI: everything included',
      {
        prompt_tokens: 100,
        completion_tokens: 50,
        total_tokens: 150,
        prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 10 },
        completion_tokens_details: { reasoning_tokens: 30 },
      },
      tokens(100, 50, { cachedTokens: 40, cacheWriteTokens: 10, reasoningTokens: 30 }),
    ],
    [
      'OpenAI: parts by which nothing is priced, none larger than what contains it',
      {
        prompt_tokens: 10,
        completion_tokens: 9,
        prompt_tokens_details: { audio_tokens: 2, image_tokens: 99, text_tokens: -1, unknown_tokens: 5 },
        completion_tokens_details: {
          accepted_prediction_tokens: 3,
          rejected_prediction_tokens: 1,
          audio_tokens: 0,
          text_tokens: 9,
        },
      },
      tokens(10, 9, {
        otherParts: {
          prompt: { audio_tokens: 2, image_tokens: 10 },
          completion: {
            accepted_prediction_tokens: 3,
            rejected_prediction_tokens: 1,
            audio_tokens: 0,
            text_tokens: 9,
          },
        },
      }),
    ],
    ['xAI: reasoning beside the completion', reported(10, 5, 115, 100), tokens(10, 105, { reasoningTokens: 100 })],
    ['xAI without a total', reported(10, 5, undefined, 100), tokens(10, 105, { reasoningTokens: 100 })],
    ['reasoning more than a completion that adds up', reported(10, 5, 15, 100), tokens(10, 5, { reasoningTokens: 5 })],
    [
      'xAI: more cached than prompt',
      { prompt_tokens: 10, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 14 } },
      tokens(10, 1, { cachedTokens: 10 }),
    ],
    [
      'DeepSeek: cache hits',
      { prompt_tokens: 10, completion_tokens: 1, prompt_cache_hit_tokens: 8, prompt_cache_miss_tokens: 2 },
      tokens(10, 1, { cachedTokens: 8 }),
    ],
    [
      'Mistral: cached',
      { prompt_tokens: 10, completion_tokens: 1, num_cached_tokens: 4 },
      tokens(10, 1, { cachedTokens: 4 }),
    ],
    [
      'Qwen: cache creation',
      {
        prompt_tokens: 10,
        completion_tokens: 1,
        prompt_tokens_details: { cached_tokens: 3, cache_creation_input_tokens: 9 },
      },
      tokens(10, 1, { cachedTokens: 3, cacheWriteTokens: 7 }),
    ],
    ['a completion left out of the total', { prompt_tokens: 10, total_tokens: 12 }, tokens(10, 2)],
    ['an answer of no tokens', { prompt_tokens: 10, completion_tokens: 0 }, tokens(10, 0)],
    ['null details', { prompt_tokens: 1, completion_tokens: 1, prompt_tokens_details: null }, tokens(1, 1)],
    ['all zero is no report', { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, null],
    ['null', null, null],
    ['no prompt', { completion_tokens: 3 }, null],
    ['negative', { prompt_tokens: -1, completion_tokens: 3 }, null],
    ['beyond counting', { prompt_tokens: 1e300, completion_tokens: 3 }, null],
    ['text', { prompt_tokens: '10', completion_tokens: '3' }, null],
  ]
  for (const [title, given, expected] of cases) {
    it(title, () => {
      expect(toUsage(given)).to.deep.equal(expected)
    })
  }

  it('keeps its proportions whatever an upstream reports', () => {
    const count = fc.oneof(fc.nat(200), fc.constant(null), fc.constant(-1), fc.double())
    const shape = fc.record(
      {
        prompt_tokens: count,
        completion_tokens: count,
        total_tokens: count,
        prompt_cache_hit_tokens: count,
        prompt_tokens_details: fc.record({ cached_tokens: count, cache_write_tokens: count }),
        completion_tokens_details: fc.record({ reasoning_tokens: count }),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(shape, (given) => {
        const usage = toUsage(given)
        if (usage === null) return
        expect(usage.cachedTokens + usage.cacheWriteTokens).to.be.at.most(usage.promptTokens)
        expect(usage.reasoningTokens).to.be.at.most(usage.completionTokens)
        for (const value of Object.values(usage)) expect(Number.isSafeInteger(value) && value >= 0).to.equal(true)
      }),
    )
  })
})
