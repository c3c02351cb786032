import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import type { Model } from '../../../src/domain/catalog/model.ts'
import { planImage } from '../../../src/domain/images/plan.ts'
import type { ImageParams, ImagePlan } from '../../../src/domain/images/plan.ts'
import { perImagePrice } from '../../../src/domain/images/per-image-price.ts'
import type { PerImageTariff } from '../../../src/domain/pricing/tariff.ts'
import { chatModel } from '../../support/chat/chat-models.ts'
import { countedImageModel, imageAsk, imageModel, thinkingImageModel } from '../../support/media/media-models.ts'

type Ask = Partial<ImageParams<string>>

const planOf = (model: Model, ask: Ask): ImagePlan => {
  const plan = planImage(model, imageAsk(ask))
  if (isLeft(plan)) throw new Error(JSON.stringify(plan.left))
  return plan.right
}

/** 100 and 2000 tokens, and so many for each million pixels, of which there are at most four. */
const boundedModel = countedImageModel({
  limits: {
    ...imageModel().limits,
    maxOutputTokens: {
      maxPixels: 4_000_000,
      byQuality: new Map([
        ['low', { base: 100, perMegapixel: 100 }],
        ['high', { base: 2000, perMegapixel: 2000 }],
      ]),
    },
  },
})

const thinkersOfOnePrice = countedImageModel({ limits: thinkingImageModel().limits })

const textOnly = imageModel({ capabilities: new Set() })

describe('the plan of an image call', () => {
  const holds: readonly (readonly [string, Model, Ask, bigint])[] = [
    ['one image', imageModel(), {}, 3_000_000n],
    ['four images', imageModel(), { n: 4 }, 12_000_000n],
    ['an edit costs what an image costs', imageModel(), { images: ['a', 'b'], mask: 'm' }, 3_000_000n],
    // 5 tokens of text, one a byte, in a frame of 32, and 1000 of output.
    ['tokens', countedImageModel(), {}, 37n + 10_000n],
    ['tokens of several, each with the prompt', countedImageModel(), { n: 3 }, 111n + 30_000n],
    // Four images given, 100 tokens each.
    [
      'tokens given',
      countedImageModel(),
      { images: ['a', 'b'], referenceImages: ['c'], mask: 'm' },
      37n + 800n + 10_000n,
    ],
    ['what is given, again for each image', countedImageModel(), { n: 2, images: ['a'] }, 74n + 400n + 20_000n],
    ['thoughts before an image, at their own price', thinkingImageModel(), {}, 37n + 10_000n + 500n],
    ['thoughts before each image', thinkingImageModel(), { n: 3 }, 111n + 30_000n + 1_500n],
    ['thoughts at the price of an image', thinkersOfOnePrice, {}, 37n + 10_000n + 5_000n],
    ['a small image of low quality', boundedModel, { quality: 'low', size: '500x1000' }, 37n + 1_500n],
    ['a large image of low quality', boundedModel, { quality: 'low', size: '2000x1000' }, 37n + 3_000n],
    ['a part of a million pixels, rounded up', boundedModel, { quality: 'low', size: '1x1' }, 37n + 1_010n],
    ['a large image of high quality', boundedModel, { quality: 'high', size: '2000x1000' }, 37n + 60_000n],
    ['a quality that the provider chooses', boundedModel, { quality: 'auto', size: '1000x1000' }, 37n + 40_000n],
    ['a size that the provider chooses', boundedModel, { quality: 'low', size: 'auto' }, 37n + 5_000n],
    ['an image that the provider chooses', boundedModel, {}, 37n + 100_000n],
  ]
  for (const [name, model, ask, hold] of holds) {
    it(`holds for ${name}: ${hold}`, () => expect(planOf(model, ask).holdMicro).to.equal(hold))
  }

  const refused: readonly (readonly [string, Model, Ask, string, string])[] = [
    ['a chat model', chatModel(), {}, 'unsupported_capability', 'model'],
    ['an edit by a model of words alone', textOnly, { images: ['a'] }, 'unsupported_capability', 'image'],
    [
      'references for a model of words alone',
      textOnly,
      { referenceImages: ['a'] },
      'unsupported_capability',
      'reference_images',
    ],
    ['a mask for a model of words alone', textOnly, { mask: 'm' }, 'unsupported_capability', 'mask'],
    ['a mask without an image', imageModel(), { mask: 'm' }, 'unsupported_parameter', 'mask'],
    ['a mask for a reference', imageModel(), { mask: 'm', referenceImages: ['a'] }, 'unsupported_parameter', 'mask'],
    ['more images than the model generates', imageModel(), { n: 5 }, 'unsupported_parameter', 'n'],
    [
      'a size that is not on the list',
      imageModel({ limits: { ...imageModel().limits, sizes: new Set(['1024x1024']) } }),
      { size: '512x512' },
      'unsupported_parameter',
      'size',
    ],
    [
      'a field that the provider ignores',
      imageModel({ unsupportedParameters: new Set(['quality']) }),
      { quality: 'high' },
      'unsupported_parameter',
      'quality',
    ],
    ['a size above the largest', boundedModel, { size: '4000x1001' }, 'unsupported_parameter', 'size'],
    ['a size that names no pixels', boundedModel, { size: 'huge' }, 'unsupported_parameter', 'size'],
    ['a quality without a figure', boundedModel, { quality: 'ultra' }, 'unsupported_parameter', 'quality'],
    ['a quality in another spelling', boundedModel, { quality: 'HIGH' }, 'unsupported_parameter', 'quality'],
    ['a stream', imageModel(), { extras: { stream: true } }, 'unsupported_parameter', 'stream'],
    ['a vector image', imageModel(), { extras: { output_format: 'svg' } }, 'unsupported_parameter', 'output_format'],
    ['an animation', countedImageModel(), { extras: { frame_count: 2 } }, 'unsupported_parameter', 'frame_count'],
    [
      'costlier reading at a fixed price',
      imageModel(),
      { extras: { input_fidelity: 'high' } },
      'unsupported_parameter',
      'input_fidelity',
    ],
  ]
  for (const [name, model, ask, tag, param] of refused) {
    it(`refuses ${name}`, () => {
      const plan = planImage(model, imageAsk(ask))
      expect(isLeft(plan) && [plan.left.tag, plan.left.param]).to.deep.equal([tag, param])
    })
  }

  it('lets through what changes no price, or is counted', () => {
    planOf(imageModel(), {
      quality: 'high',
      extras: { stream: false, partial_images: 0, background: 'opaque', user: 'u' },
    })
    planOf(countedImageModel(), { extras: { input_fidelity: 'high', output_format: 'webp' } })
  })
})

describe('the price of one image', () => {
  const row = (perImage: bigint, quality: string | null, size: string | null = null) => ({ perImage, quality, size })
  const byQuality: PerImageTariff = { unit: 'image', perImage: 1n, rows: [row(5n, 'high'), row(2n, 'low')] }
  const byBoth: PerImageTariff = {
    unit: 'image',
    perImage: 1n,
    rows: [row(9n, 'high', '2048x2048'), row(7n, null, '2048x2048'), row(5n, 'high')],
  }
  const table: readonly (readonly [PerImageTariff, string | null, string | null, bigint | 'quality' | 'size'])[] = [
    [byQuality, null, null, 1n],
    [byQuality, 'high', null, 5n],
    [byQuality, 'low', '9x9', 2n],
    [byQuality, 'ultra', null, 'quality'],
    [byBoth, 'high', '2048x2048', 9n],
    [byBoth, null, '2048x2048', 7n],
    [byBoth, 'low', '2048x2048', 7n],
    [byBoth, 'high', '1024x1024', 5n],
    [byBoth, null, '1024x1024', 'size'],
    [byBoth, 'low', null, 'quality'],
    [{ unit: 'image', perImage: 1n, rows: [] }, 'ultra', '9x9', 1n],
  ]
  for (const [tariff, quality, size, expected] of table) {
    it(`${tariff.rows.length} rows, ${quality ?? 'no quality'}, ${size ?? 'no size'}: ${expected}`, () => {
      const price = perImagePrice(tariff, { quality, size })
      expect(price.tag === 'priced' ? price.perImageMicro : price.param).to.equal(expected)
    })
  }
})
