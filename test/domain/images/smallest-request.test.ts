import { expect } from 'chai'
import { smallestImageRequest } from '../../../src/domain/images/smallest-request.ts'
import type { ImageModel } from '../../../src/domain/catalog/model.ts'
import { countedImageModel, imageModel } from '../../support/media/media-models.ts'

const sized = (...sizes: readonly string[]): Pick<ImageModel, 'limits'> => ({
  limits: { ...imageModel().limits, maxImages: 1, sizes: new Set(sizes) },
})

/** The look of the smallest request, as `quality size`. */
const lookOf = (model: ImageModel): string => {
  const request = smallestImageRequest(model, 'a dot')
  return request === null ? 'none' : `${request.quality} ${request.size}`
}

describe('the smallest request for an image', () => {
  it('is one image by the prompt alone, of the smallest size that the model has', () => {
    const sizes = sized('auto', '1536x1024', '512x768', '1024x1024')
    const request = smallestImageRequest(countedImageModel(sizes), 'a dot')
    expect(request).to.deep.include({ prompt: 'a dot', n: 1, size: '512x768', quality: null, images: [], extras: {} })
    expect(lookOf(imageModel(sizes))).to.equal('null 512x768')
    expect(lookOf(imageModel())).to.equal('null null')
    expect(lookOf(imageModel(sized('auto')))).to.equal('null auto')
  })

  it('has the look for which the model asks least', () => {
    const rows = [
      { quality: 'high', size: null, perImage: 9_000_000n },
      { quality: 'low', size: '2048x2048', perImage: 2_000_000n },
      { quality: 'low', size: '1024x1024', perImage: 1_000_000n },
    ]
    const tariff = { unit: 'image', perImage: 3_000_000n, rows } as const
    expect(lookOf(imageModel({ tariff }))).to.equal('low 1024x1024')
    const expensive = { ...tariff, rows: rows.slice(0, 1) }
    expect(lookOf(imageModel({ tariff: expensive }))).to.equal('null null')
  })

  it('has the quality for which least is held', () => {
    const byQuality = new Map([
      ['high', { base: 20, perMegapixel: 20 }],
      ['low', { base: 10, perMegapixel: 10 }],
    ])
    const { limits } = sized('1024x1024', '512x512')
    const bounded = countedImageModel({ limits: { ...limits, maxOutputTokens: { maxPixels: 2_000_000, byQuality } } })
    expect(lookOf(bounded)).to.equal('low 512x512')
  })

  it('leaves out what the model does not take', () => {
    const rows = [{ quality: 'low', size: null, perImage: 1_000_000n }]
    const model = imageModel({
      ...sized('64x64'),
      tariff: { unit: 'image', perImage: 3_000_000n, rows },
      unsupportedParameters: new Set(['quality', 'size']),
    })
    expect(lookOf(model)).to.equal('null null')
  })
})
