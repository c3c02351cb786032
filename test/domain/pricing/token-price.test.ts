import { expect } from 'chai'
import {
  holdPriceOf,
  possibleRates,
  priceOf,
  promptTokensFor,
  ratesFor,
  validUsage,
  withoutLongCache,
} from '../../../src/domain/pricing/token-price.ts'
import type { TokenUsage } from '../../../src/domain/pricing/token-price.ts'
import type { TokenRates } from '../../../src/domain/pricing/tariff.ts'
import { chatModel, usageOf } from '../../support/chat/chat-models.ts'
import fc from 'fast-check'

const rates: TokenRates = {
  inputPerMillion: 12_000_000n,
  cachedInputPerMillion: 1_200_000n,
  cacheWritePerMillion: 15_000_000n,
  outputPerMillion: 60_000_000n,
}

const anyRates = fc.record({
  inputPerMillion: fc.bigInt(1n, 10n ** 12n),
  cachedInputPerMillion: fc.bigInt(1n, 10n ** 12n),
  cacheWritePerMillion: fc.bigInt(1n, 10n ** 12n),
  cacheWrite1hPerMillion: fc.option(fc.bigInt(1n, 10n ** 12n), { nil: undefined }),
  outputPerMillion: fc.bigInt(1n, 10n ** 12n),
})

const anyUsage: fc.Arbitrary<TokenUsage> = fc
  .record({
    plain: fc.nat(1_000_000),
    shorter: fc.nat(1_000_000),
    cachedTokens: fc.nat(1_000_000),
    cacheWrite1hTokens: fc.nat(1_000_000),
    completionTokens: fc.nat(1_000_000),
  })
  .map(({ plain, shorter, ...rest }) => ({
    ...rest,
    cacheWriteTokens: shorter + rest.cacheWrite1hTokens,
    promptTokens: plain + rest.cachedTokens + shorter + rest.cacheWrite1hTokens,
    reasoningTokens: 0,
  }))

describe('the price of a usage', () => {
  const table: readonly (readonly [string, TokenUsage, bigint])[] = [
    ['nothing', usageOf(0, 0), 0n],
    ['one prompt token: 12 micro-roubles', usageOf(1, 0), 12n],
    ['one cached token: 1.2, rounded up', usageOf(1, 0, { cachedTokens: 1 }), 2n],
    ['ten cached tokens: 12, rounded once at the end', usageOf(10, 0, { cachedTokens: 10 }), 12n],
    ['one written to the cache', usageOf(1, 0, { cacheWriteTokens: 1 }), 15n],
    ['one of each', usageOf(3, 1, { cachedTokens: 1, cacheWriteTokens: 1 }), 89n],
    ['a million of each', usageOf(1_000_000, 1_000_000), 72_000_000n],
    ['reasoning is inside the completion', usageOf(0, 10, { reasoningTokens: 9 }), 600n],
  ]
  for (const [name, usage, price] of table) it(name, () => expect(priceOf(rates, usage)).to.equal(price))

  it('is never zero for a call that used anything', () => {
    fc.assert(
      fc.property(anyRates, anyUsage, (anyRate, usage) => {
        expect(priceOf(anyRate, usage) > 0n).to.equal(usage.promptTokens + usage.completionTokens > 0)
      }),
    )
  })

  it('grows with the usage; a call split in two is never cheaper, and more expensive by no more than the rounding', () => {
    fc.assert(
      fc.property(anyRates, anyUsage, anyUsage, (anyRate, a, b) => {
        const sum: TokenUsage = {
          promptTokens: a.promptTokens + b.promptTokens,
          cachedTokens: a.cachedTokens + b.cachedTokens,
          cacheWriteTokens: a.cacheWriteTokens + b.cacheWriteTokens,
          cacheWrite1hTokens: (a.cacheWrite1hTokens ?? 0) + (b.cacheWrite1hTokens ?? 0),
          completionTokens: a.completionTokens + b.completionTokens,
          reasoningTokens: 0,
        }
        const together = priceOf(anyRate, sum)
        const apart = priceOf(anyRate, a) + priceOf(anyRate, b)
        expect(together >= priceOf(anyRate, a)).to.equal(true)
        expect(apart === together || apart === together + 1n).to.equal(true)
      }),
    )
  })

  it('is covered by what is held for the same tokens, however the provider cached them', () => {
    fc.assert(
      fc.property(anyRates, anyUsage, (anyRate, usage) => {
        expect(holdPriceOf(anyRate, usage.promptTokens, usage.completionTokens) >= priceOf(anyRate, usage)).to.equal(
          true,
        )
      }),
    )
  })
})

describe('a cache that lives for an hour', () => {
  const long: TokenRates = { ...rates, cacheWrite1hPerMillion: 24_000_000n }
  const usage = usageOf(10, 0, { cacheWriteTokens: 6, cacheWrite1hTokens: 4 })

  it('has a price of its own for what was written to it, beside what was written for the usual time', () => {
    expect(priceOf(long, usage)).to.equal(4n * 12n + 2n * 15n + 4n * 24n)
  })

  it('costs as any other where the tariff has no other price', () => {
    expect(priceOf(rates, usage)).to.equal(4n * 12n + 6n * 15n)
  })

  it('is held for only by the rates of a call that asks for it', () => {
    expect(holdPriceOf(long, 10, 0)).to.equal(240n)
    const stepped = { ...long, steps: [{ ...long, promptTokensOver: 5 }] }
    expect(holdPriceOf(withoutLongCache(long), 10, 0)).to.equal(150n)
    expect(holdPriceOf(withoutLongCache(stepped), 10, 0)).to.equal(150n)
  })

  it('is reported within what was written at all', () => {
    expect(validUsage(usageOf(10, 1, { cacheWriteTokens: 3, cacheWrite1hTokens: 9 }))).to.deep.equal(
      usageOf(10, 1, { cacheWriteTokens: 3, cacheWrite1hTokens: 3 }),
    )
    expect(validUsage(usageOf(10, 1, { cacheWriteTokens: 3, cacheWrite1hTokens: -1 }))).to.equal(null)
  })
})

describe('the price of what is only read', () => {
  const readOnly: TokenRates = { ...rates, outputPerMillion: null }

  it('needs no price of output, and is held for at the price of its input', () => {
    expect(priceOf(readOnly, usageOf(1_000_000, 0))).to.equal(12_000_000n)
    expect(holdPriceOf({ ...readOnly, cacheWritePerMillion: 12_000_000n }, 10, 0)).to.equal(120n)
  })
})

describe('a usage money may be counted from', () => {
  it('is refused when empty, negative, broken or absent', () => {
    const unsound = [
      null,
      usageOf(0, 0),
      usageOf(-1, 5),
      usageOf(1.5, 5),
      usageOf(Number.NaN, 5),
      usageOf(1e300, 5),
      usageOf(2e9, 1),
    ]
    for (const usage of unsound) expect(validUsage(usage)).to.equal(null)
  })

  it('keeps the parts by which nothing is priced, and has the same price with them', () => {
    const otherParts = { prompt: { audio_tokens: 2 }, completion: { rejected_prediction_tokens: 1 } }
    const usage = usageOf(10, 5, { otherParts })
    expect(validUsage(usage)).to.deep.equal(usage)
    expect(priceOf(rates, usage)).to.equal(priceOf(rates, usageOf(10, 5)))
  })

  it('keeps parts within what contains them', () => {
    const usage = usageOf(10, 5, { cachedTokens: 8, cacheWriteTokens: 7, reasoningTokens: 9 })
    expect(validUsage(usage)).to.deep.equal(
      usageOf(10, 5, { cachedTokens: 8, cacheWriteTokens: 2, reasoningTokens: 5 }),
    )
  })
})

describe('service tiers', () => {
  const { tariff } = chatModel({ tariff: { unit: 'tokens', ...rates, serviceTiers: new Map([['flex', rates]]) } })
  it('have the ordinary price by default, their own where there is a row, else none', () => {
    expect(ratesFor(tariff, null)).to.equal(tariff)
    expect(ratesFor(tariff, 'default')).to.equal(tariff)
    expect(ratesFor(tariff, 'auto')).to.equal(tariff)
    expect(ratesFor(tariff, 'flex')).to.equal(rates)
    expect(ratesFor(tariff, 'priority')).to.equal(null)
  })

  it('may be full, and the ordinary one then serves; `auto` leaves all of them to the provider', () => {
    expect(possibleRates(tariff, null)).to.deep.equal([tariff])
    expect(possibleRates(tariff, 'default')).to.deep.equal([tariff])
    expect(possibleRates(tariff, 'flex')).to.deep.equal([rates, tariff])
    expect(possibleRates(tariff, 'auto')).to.deep.equal([tariff, rates])
  })
})

describe('a price that steps up with the length of the prompt', () => {
  const higher = { ...rates, inputPerMillion: 24_000_000n, outputPerMillion: 120_000_000n }
  const stepped: TokenRates = { ...rates, steps: [{ ...higher, promptTokensOver: 100 }] }

  it('holds for all tokens of a call whose prompt is longer', () => {
    expect(priceOf(stepped, usageOf(100, 1))).to.equal(1_260n)
    expect(priceOf(stepped, usageOf(101, 1))).to.equal(101n * 24n + 120n)
  })

  it('is the one of the longest length that the prompt exceeds, whatever their order in the file', () => {
    const steps = [
      { ...rates, inputPerMillion: 36_000_000n, promptTokensOver: 200 },
      { ...higher, promptTokensOver: 100 },
    ]
    expect(priceOf({ ...rates, steps }, usageOf(201, 0))).to.equal(201n * 36n)
    expect(priceOf({ ...rates, steps }, usageOf(200, 0))).to.equal(200n * 24n)
  })

  it('is covered by the hold for a bound of the prompt, higher beyond the step or cheaper', () => {
    const step = fc.record({ rates: anyRates, promptTokensOver: fc.nat(2_000_000) })
    fc.assert(
      fc.property(
        anyRates,
        fc.array(step, { maxLength: 3 }),
        anyUsage,
        fc.nat(1_000_000),
        (base, list, usage, more) => {
          const steps = list.map(({ rates: at, promptTokensOver }) => ({ ...at, promptTokensOver }))
          const held = holdPriceOf({ ...base, steps }, usage.promptTokens + more, usage.completionTokens)
          expect(held >= priceOf({ ...base, steps }, usage)).to.equal(true)
        },
      ),
    )
  })

  it('tells how long a prompt a sum covers', () => {
    const step = fc.record({ rates: anyRates, promptTokensOver: fc.nat(1_000) })
    const sums = fc.bigInt(0n, 10n ** 12n)
    fc.assert(
      fc.property(anyRates, fc.array(step, { maxLength: 3 }), sums, fc.nat(1_000), (base, list, micro, output) => {
        const all = { ...base, steps: list.map(({ rates: at, promptTokensOver }) => ({ ...at, promptTokensOver })) }
        const most = promptTokensFor(all, micro, output)
        if (most >= 0 && most < 10 ** 9) expect(holdPriceOf(all, most, output) <= micro).to.equal(true)
        if (most >= 0 && most < 10 ** 9) expect(holdPriceOf(all, most + 1, output) > micro).to.equal(true)
      }),
    )
  })
})
