import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { isLeft } from 'fp-ts/lib/Either.js'
import { loadCatalog } from '../../../src/adapters/catalog/load-catalog.ts'
import type { ImageModel } from '../../../src/domain/catalog/model.ts'
import { priceOfImageTokens } from '../../../src/domain/images/estimate.ts'
import { maxMicro } from '../../../src/domain/money/money.ts'
import { planImage } from '../../../src/domain/images/plan.ts'
import { PROVIDER_ADAPTERS } from '../../../src/infrastructure/resources/adapter-table.ts'
import { imageAsk } from '../../support/media/media-models.ts'

/** What a model's provider counts for one image at most, by figures that are written down beside the law. */
interface Count {
  readonly output: (quality: string | null, width: number, height: number) => number
  readonly inputImage: number
  readonly qualities: readonly string[]
  /** The most tokens of an answer, whose thoughts are beside the image; absent: it thinks of nothing. */
  readonly answer?: number
}

/** The patches of the longer edge, of the calculator in OpenAI's guide to images. */
const GRID: Readonly<Record<string, number>> = { low: 16, medium: 24, high: 48, xhigh: 64, max: 96 }

const gptTokens = (quality: string | null, width: number, height: number): number => {
  const grid = GRID[quality ?? 'max'] ?? Number.NaN
  const across = Math.round((grid * Math.min(width, height)) / Math.max(width, height))
  return Math.ceil((grid * across * (2_000_000 + width * height)) / 4_000_000)
}

const gpt: Count = { output: gptTokens, inputImage: 1536, qualities: Object.keys(GRID) }

/** Google's tokens of an image at 4K, its largest, and of a whole answer. */
const gemini: Count = { output: () => 2520, inputImage: 1120, qualities: [], answer: 32_768 }

const COUNTS: Readonly<Record<string, Count>> = {
  'openai/gpt-image-2.5-sunburst': gpt,
  'openai/gpt-image-2.5-flare': gpt,
  'google/gemini-3.1-flash-image': gemini,
  'google/gemini-3-pro-image': gemini,
  'sandbox/image-tokens': { output: () => 1000, inputImage: 250, qualities: [] },
}

/** Of small, usual and the largest images, in every proportion that OpenAI takes. */
const SIZES = ['816x816', '1024x1024', '1536x1024', '1024x1536', '2048x2048', '3840x2160', '3840x1280', '2880x2880']

const modelsByTokens = (): readonly ImageModel[] => {
  const loaded = loadCatalog(readFileSync('catalog.yaml', 'utf8'), PROVIDER_ADAPTERS)
  if (isLeft(loaded)) throw new Error(JSON.stringify(loaded.left))
  return loaded.right.models.flatMap((model) =>
    model.kind === 'image' && model.tariff.unit === 'image_tokens' ? [model] : [],
  )
}

const PROMPT = 'A boat'

/** The hold of a request with all that makes it expensive, and its price by the provider's count. */
const heldAndCounted = (model: ImageModel, count: Count, quality: string | null, size: string | null) => {
  const n = model.limits.maxImages
  const images = Array.from({ length: 16 }, () => 'image')
  const plan = planImage(model, imageAsk({ model: model.id, prompt: PROMPT, n, quality, size, images }))
  if (isLeft(plan)) throw new Error(`${model.id} ${quality} ${size}: ${plan.left.message}`)
  const [width = 2880, height = 2880] = size?.split('x').map(Number) ?? []
  const inputTextTokens = n * (PROMPT.length + 16)
  const inputImageTokens = n * images.length * count.inputImage
  const { tariff } = model
  if (tariff.unit !== 'image_tokens') throw new Error(model.id)
  const largest = count.output(quality, width, height)
  // The more of an answer is its image, the less of it is thoughts.
  const counted = [1, Math.ceil(largest / 2), largest].map((imageTokens) => {
    const words = count.answer === undefined ? 0 : count.answer - imageTokens
    const [outputTokens, textOutputTokens] = [n * (imageTokens + words), n * words]
    return priceOfImageTokens(tariff, {
      inputTextTokens,
      inputImageTokens,
      outputTokens,
      textOutputTokens,
      totalTokens: 0,
    })
  })
  return { held: plan.right.holdMicro, counted: counted.reduce(maxMicro) }
}

describe('the hold for an image of the shipped catalogue', () => {
  it('is known for every model that is priced by tokens', () => {
    expect(modelsByTokens().map(({ id }) => id)).to.have.members(Object.keys(COUNTS))
  })

  for (const model of modelsByTokens()) {
    it(`is no less than the price of ${model.id}, whatever is asked`, () => {
      const count = COUNTS[model.id]
      if (count === undefined) throw new Error(model.id)
      for (const quality of [...count.qualities, null]) {
        for (const size of [...SIZES, null]) {
          const { held, counted } = heldAndCounted(model, count, quality, size)
          expect(Number(held), `${quality} ${size}`).to.be.at.least(Number(counted))
        }
      }
    })
  }

  it('is not that of the most expensive image where a cheap one is asked for', () => {
    const [sunburst] = modelsByTokens().filter(({ id }) => id === 'openai/gpt-image-2.5-sunburst')
    if (sunburst === undefined) throw new Error('no model')
    const holdOf = (quality: string, size: string): number => {
      const plan = planImage(sunburst, imageAsk({ model: sunburst.id, quality, size }))
      return isLeft(plan) ? Number.NaN : Number(plan.right.holdMicro)
    }
    expect(holdOf('low', '1024x1024')).to.be.below(holdOf('max', '2880x2880') / 100)
  })

  it('is refused by name where no figure is known', () => {
    const [flare] = modelsByTokens().filter(({ id }) => id === 'openai/gpt-image-2.5-flare')
    if (flare === undefined) throw new Error('no model')
    const refused = (ask: Parameters<typeof imageAsk<string>>[0]): string | null => {
      const plan = planImage(flare, imageAsk({ model: flare.id, ...ask }))
      return isLeft(plan) ? plan.left.param : null
    }
    expect(refused({ size: '3840x2176' })).to.equal('size')
    expect(refused({ quality: 'hd' })).to.equal('quality')
    expect(refused({ images: ['a'], extras: { input_fidelity: 'high' } })).to.equal('input_fidelity')
  })
})
