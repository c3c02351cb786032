import { expect } from 'chai'
import fc from 'fast-check'
import { laterUsage, toUsage } from '../../../../../src/adapters/providers/anthropic/answer/usage.ts'
import { inputUsage, USAGE } from '../message-events.ts'

describe('toUsage', () => {
  it('adds up the three parts of the input', () => {
    expect(toUsage(inputUsage({ output_tokens: 20, output_tokens_details: { thinking_tokens: 5 } }))).to.deep.equal(
      USAGE,
    )
  })

  it('tells what was written to a cache for an hour apart from the rest', () => {
    const written = (cache_creation: object) =>
      toUsage({ input_tokens: 1, output_tokens: 2, cache_creation_input_tokens: 30, cache_creation })
    const both = { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 }
    expect(written(both)).to.include({ promptTokens: 31, cacheWriteTokens: 30, cacheWrite1hTokens: 20 })
    expect(written({ ephemeral_1h_input_tokens: 99 })).to.include({ cacheWriteTokens: 30, cacheWrite1hTokens: 30 })
    expect(written({ ephemeral_5m_input_tokens: 30 })).to.not.have.property('cacheWrite1hTokens')
  })

  it('takes what is left out, or null, for nothing', () => {
    expect(
      toUsage({
        input_tokens: 1,
        output_tokens: 2,
        cache_read_input_tokens: null,
        output_tokens_details: null,
      }),
    ).to.deep.equal({ promptTokens: 1, cachedTokens: 0, cacheWriteTokens: 0, completionTokens: 2, reasoningTokens: 0 })
  })

  const compaction = {
    type: 'compaction',
    input_tokens: 1_000,
    cache_read_input_tokens: 2_000,
    cache_creation_input_tokens: 500,
    cache_creation: { ephemeral_1h_input_tokens: 400 },
    output_tokens: 70,
  }

  it('adds what a compaction took, which the figures of the answer do not have in them', () => {
    const own = { type: 'message', ...inputUsage({ output_tokens: 20 }) }
    const report = inputUsage({ output_tokens: 20, iterations: [compaction, own, compaction] })
    expect(toUsage(report)).to.deep.equal({
      promptTokens: 100 + 2 * 3_500,
      cachedTokens: 30 + 2 * 2_000,
      cacheWriteTokens: 60 + 2 * 500,
      cacheWrite1hTokens: 2 * 400,
      completionTokens: 20 + 2 * 70,
      reasoningTokens: 0,
    })
    expect(toUsage({ input_tokens: 0, output_tokens: 0, iterations: [compaction] })).to.include({
      promptTokens: 3_500,
      completionTokens: 70,
    })
    expect(toUsage({ input_tokens: 0, output_tokens: 0, iterations: [] })).to.equal(null)
  })

  it('keeps the compactions of an earlier report, and counts none twice', () => {
    const start = { input_tokens: 3, output_tokens: 1, iterations: [compaction] }
    const tokensAfter = (later: object) => toUsage(laterUsage(start, later))?.promptTokens
    expect(tokensAfter({ output_tokens: 9 })).to.equal(3_503)
    expect(tokensAfter({ output_tokens: 9, iterations: null })).to.equal(3_503)
    expect(tokensAfter({ output_tokens: 9, iterations: [] })).to.equal(3_503)
    expect(tokensAfter({ output_tokens: 9, iterations: [compaction, { type: 'message' }] })).to.equal(3_503)
  })

  for (const none of [null, {}, { input_tokens: 1 }, { output_tokens: 1 }, { input_tokens: 0, output_tokens: 0 }]) {
    it(`${JSON.stringify(none)} is no report`, () => {
      expect(toUsage(none)).to.equal(null)
    })
  }

  it('keeps its proportions whatever an upstream reports', () => {
    const figure = fc.oneof(fc.nat(1_000), fc.constant(null), fc.double(), fc.string())
    const report = fc.record({
      input_tokens: figure,
      output_tokens: figure,
      cache_read_input_tokens: figure,
      cache_creation_input_tokens: figure,
      output_tokens_details: fc.record({ thinking_tokens: figure }),
    })
    fc.assert(
      fc.property(report, (value) => {
        const usage = toUsage(value)
        if (usage === null) return
        expect(usage.cachedTokens + usage.cacheWriteTokens).to.be.at.most(usage.promptTokens)
        expect(usage.reasoningTokens).to.be.at.most(usage.completionTokens)
      }),
    )
  })

  it('a later report leaves standing what it does not speak of', () => {
    const later = laterUsage({ input_tokens: 3, output_tokens: 1 }, { input_tokens: null, output_tokens: 9 })
    expect(later).to.deep.equal({ input_tokens: 3, output_tokens: 9 })
    expect(laterUsage(later, undefined)).to.deep.equal(later)
  })
})
