import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { ImageModel } from '../../../src/domain/catalog/model.ts'
import { affordedQuality, cheaperQualities, smallerImageHold } from '../../../src/domain/images/affordable.ts'
import type { NamedQuality } from '../../../src/domain/images/affordable.ts'
import { billImages } from '../../../src/domain/images/bill.ts'
import { planImage } from '../../../src/domain/images/plan.ts'
import type { ImageParams, ImagePlan } from '../../../src/domain/images/plan.ts'
import { takenBy } from '../../../src/domain/ledger/hold-amount.ts'
import { countedImageModel, imageAsk, imageModel } from '../../support/media/media-models.ts'

/** Not in the order of their tokens, as a catalogue may list them. */
const byQuality = new Map([
  ['high', { base: 1_000, perMegapixel: 500 }],
  ['low', { base: 100, perMegapixel: 50 }],
  ['max', { base: 4_000, perMegapixel: 2_000 }],
  ['medium', { base: 300, perMegapixel: 150 }],
])
const limits = { ...imageModel().limits, maxOutputTokens: { maxPixels: 4_000_000, byQuality } }
const model = countedImageModel({ limits })

type Asked = Partial<ImageParams<never>>

const planned = (asked: Asked, of: ImageModel = model) => {
  const plan = planImage(of, imageAsk(asked))
  if (isLeft(plan)) throw new Error(plan.left.message)
  return plan.right
}

const qualitiesFor = (asked: Asked = {}, of: ImageModel = model): readonly NamedQuality[] =>
  cheaperQualities(planned(asked, of), imageAsk(asked))

const namesOf = (qualities: readonly NamedQuality[]) => qualities.map(({ quality }) => quality)

describe('A quality that is named for the client', () => {
  it('is one that holds less than the most expensive, for the size that was asked for', () => {
    for (const quality of [null, 'auto']) {
      expect(namesOf(qualitiesFor({ quality, size: '1000x1000' }))).to.deep.equal(['low', 'medium', 'high'])
    }
    // 34 tokens of prompt, and two images of 300 + 150 at ten micro-roubles each.
    const [, medium] = qualitiesFor({ size: '1000x1000', n: 2 })
    expect(medium?.plan.holdMicro).to.equal(planned({ size: '1000x1000', n: 2, quality: 'medium' }).holdMicro)
  })

  it('is none where the client named one, where the model reads none, and where all count alike', () => {
    expect(qualitiesFor({ quality: 'high' })).to.deep.equal([])
    const deaf = countedImageModel({ limits, unsupportedParameters: new Set(['quality']) })
    expect(qualitiesFor({}, deaf)).to.deep.equal([])
    expect(qualitiesFor({}, countedImageModel())).to.deep.equal([])
    expect(qualitiesFor({}, imageModel())).to.deep.equal([])
    expect(smallerImageHold([])).to.equal(null)
  })

  it('is the most expensive that the held sum covers, and never costs more than that', () => {
    const asked = { size: '1000x1000' }
    const { holdMicro: amount } = planned(asked)
    const qualities = qualitiesFor(asked)
    const less = smallerImageHold(qualities)!
    const seen: (string | null)[] = []
    for (let available = less.least; available < amount; available += 97n) {
      const held = takenBy({ amount, less }, available)
      const named = affordedQuality(qualities, held)
      if (seen.at(-1) !== named?.quality) seen.push(named?.quality ?? null)
      expect(named !== null && named.plan.holdMicro <= held && held <= available).to.equal(true)
    }
    expect(seen).to.deep.equal(['low', 'medium', 'high'])
    expect(affordedQuality(qualities, less.least - 1n)).to.equal(null)
  })

  it('costs no more than its hold, whatever its provider counts; one that the client named costs what was used', () => {
    const asked = { size: '1000x1000', quality: 'low' }
    const request = { ...imageAsk(asked), images: [], mask: null, referenceImages: [] }
    const usage = { inputTextTokens: 7, inputImageTokens: 0, outputTokens: 1_000, totalTokens: 1_007 }
    const priceUnder = (plan: ImagePlan) => billImages(plan, request, { images: 1, usage, promptTokens: 0 }).priceMicro
    const [low] = qualitiesFor({ size: '1000x1000' })
    expect(priceUnder(low!.plan)).to.equal(low!.plan.holdMicro)
    expect(priceUnder(planned(asked)) > low!.plan.holdMicro).to.equal(true)
  })
})
