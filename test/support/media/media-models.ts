import { plainImageRequest } from '../../../src/domain/images/request.ts'
import type { ImageModel, SpeechModel } from '../../../src/domain/catalog/model.ts'
import type { ImageParams } from '../../../src/domain/images/plan.ts'
import type { SpeechRequest } from '../../../src/domain/speech/request.ts'
import { PLAIN_MODEL } from '../plain-model.ts'

const deployments = [
  { provider: 'first', upstreamModel: 'm1', parameters: {} },
  { provider: 'second', upstreamModel: 'm2', parameters: {} },
]

/** A model that edits, at 3 roubles an image. */
export const imageModel = (given: Partial<ImageModel> = {}): ImageModel => ({
  ...PLAIN_MODEL,
  id: 'vendor/image',
  kind: 'image',
  capabilities: new Set(['image_input']),
  limits: { maxImages: 4, sizes: null, inputTokensPerImage: 100, outputTokensPerImage: 1000, maxOutputTokens: null },
  deployments,
  tariff: { unit: 'image', perImage: 3_000_000n, rows: [] },
  ...given,
})

/** The same, at 1, 2 and 10 micro-roubles for a token of text, of an input image and of a generated image. */
export const countedImageModel = (given: Partial<ImageModel> = {}): ImageModel =>
  imageModel({
    tariff: {
      unit: 'image_tokens',
      textInputPerMillion: 1_000_000n,
      imageInputPerMillion: 2_000_000n,
      outputPerMillion: 10_000_000n,
    },
    ...given,
  })

/** The same, and thinks at 1 micro-rouble a token, for at most 500 before an image. */
export const thinkingImageModel = (): ImageModel => {
  const { limits, tariff } = countedImageModel()
  if (tariff.unit !== 'image_tokens') throw new Error(tariff.unit)
  return countedImageModel({
    limits: { ...limits, textOutputTokensPerImage: 500 },
    tariff: { ...tariff, textOutputPerMillion: 1_000_000n },
  })
}

export const imageAsk = <F>(given: Partial<ImageParams<F>> = {}): ImageParams<F> => ({
  ...plainImageRequest('vendor/image', 'a cat'),
  images: [],
  mask: null,
  referenceImages: [],
  ...given,
})

/** 1000 roubles a million characters. */
export const speechModel = (given: Partial<SpeechModel> = {}): SpeechModel => ({
  ...PLAIN_MODEL,
  id: 'vendor/speech',
  kind: 'speech',
  capabilities: new Set(),
  limits: { outputTokensPerCharacter: 3 },
  deployments,
  tariff: { unit: 'characters', perMillion: 1_000_000_000n },
  ...given,
})

/** 1 micro-rouble a token of text, 20 a token of sound. */
export const countedSpeechModel = (): SpeechModel =>
  speechModel({ tariff: { unit: 'speech_tokens', inputPerMillion: 1_000_000n, outputPerMillion: 20_000_000n } })

export const speechRequest = (given: Partial<SpeechRequest> = {}): SpeechRequest => ({
  model: 'vendor/speech',
  input: 'twelve chars',
  voice: '',
  instructions: null,
  format: 'wav',
  speed: 1,
  ...given,
})
