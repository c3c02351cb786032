import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { ImageModel } from '../../../src/domain/catalog/model.ts'
import { billImages } from '../../../src/domain/images/bill.ts'
import { planImage } from '../../../src/domain/images/plan.ts'
import type { ImageUsage } from '../../../src/domain/images/usage.ts'
import { countedImageModel, imageAsk, imageModel, thinkingImageModel } from '../../support/media/media-models.ts'

const usage = (text: number, given: number, generated: number, total = text + given + generated): ImageUsage => ({
  inputTextTokens: text,
  inputImageTokens: given,
  outputTokens: generated,
  totalTokens: total,
})

/** So many tokens of an image, and of thoughts. */
const thought = (generated: number, words: number): ImageUsage => ({
  ...usage(4, 0, generated + words),
  textOutputTokens: words,
})

describe('the bill of images', () => {
  const table: readonly (readonly [string, ImageModel, number, ImageUsage | null, bigint, ImageUsage, boolean])[] = [
    ['a fixed price, nothing counted', imageModel(), 2, null, 6_000_000n, usage(0, 0, 0), false],
    ['a fixed price, whatever is counted', imageModel(), 1, usage(5, 0, 900), 3_000_000n, usage(5, 0, 900), false],
    ['fewer images than asked', imageModel(), 1, null, 3_000_000n, usage(0, 0, 0), false],
    ['tokens', countedImageModel(), 2, usage(10, 50, 400), 10n + 100n + 4000n, usage(10, 50, 400), false],
    ['more tokens than were held for', countedImageModel(), 2, usage(0, 0, 9_000), 90_000n, usage(0, 0, 9_000), false],
    // Twenty times the 20,074 that were held, and a little more.
    ['a count that cannot be true', countedImageModel(), 2, usage(4, 0, 40_149), 20_074n, usage(4, 0, 2000), true],
    ['such a count of one image of two', countedImageModel(), 1, usage(4, 0, 40_149), 10_037n, usage(4, 0, 1000), true],
    ['thoughts, at their own price', thinkingImageModel(), 2, thought(400, 300), 4_304n, thought(400, 300), false],
    ['thoughts, where all output has one price', countedImageModel(), 2, thought(9, 3), 124n, thought(9, 3), false],
    ['the most thoughts', thinkingImageModel(), 2, thought(2000, 1000), 21_004n, thought(2000, 1000), false],
    [
      'more thoughts than output',
      thinkingImageModel(),
      1,
      { ...usage(4, 0, 10), textOutputTokens: 99 },
      14n,
      thought(0, 10),
      false,
    ],
    ['a total that is not its sum', countedImageModel(), 2, usage(10, 0, 90, 7), 910n, usage(10, 0, 90), false],
    // 4 of 100 are the words of the prompt.
    ['a total alone', countedImageModel(), 2, usage(0, 0, 0, 100), 4n + 960n, usage(0, 0, 0, 100), false],
    // 4 words and two images of 1000, which is less than the 20,074 that were held.
    ['no count at all', countedImageModel(), 2, null, 20_004n, usage(4, 0, 2000), true],
    ['one image of two, uncounted', countedImageModel(), 1, null, 10_004n, usage(4, 0, 1000), true],
    ['nonsense for a count', countedImageModel(), 1, usage(-1, 0, 5), 10_004n, usage(4, 0, 1000), true],
    ['a broken count, above a billion', countedImageModel(), 1, usage(4, 0, 1e9 + 1), 10_004n, usage(4, 0, 1000), true],
    ['zeros for a count', countedImageModel(), 1, usage(0, 0, 0), 10_004n, usage(4, 0, 1000), true],
  ]
  for (const [name, model, images, reported, priceMicro, billed, estimated] of table) {
    it(`${name}: ${priceMicro}`, () => {
      const ask = imageAsk<never>({ n: 2 })
      const plan = planImage(model, ask)
      if (isLeft(plan)) throw new Error(plan.left.message)
      const bill = billImages(plan.right, { ...ask, mask: null }, { images, usage: reported, promptTokens: 4 })
      expect(bill).to.deep.equal({ priceMicro, usage: billed, estimated })
    })
  }

  it('takes an uncounted image for a usual one, and never for more than the most it may have', () => {
    const byQuality = new Map([
      ['low', { base: 10, perMegapixel: 10 }],
      ['high', { base: 5000, perMegapixel: 5000 }],
    ])
    const limits = { ...imageModel().limits, maxOutputTokens: { maxPixels: 2_000_000, byQuality } }
    const model = countedImageModel({ limits })
    const billed = (quality: string): number => {
      const ask = imageAsk<never>({ quality, size: '1000x1000' })
      const plan = planImage(model, ask)
      if (isLeft(plan)) throw new Error(plan.left.message)
      return billImages(plan.right, { ...ask, mask: null }, { images: 1, usage: null, promptTokens: 4 }).usage
        .outputTokens
    }
    expect([billed('low'), billed('high')]).to.deep.equal([20, 1000])
  })
})
