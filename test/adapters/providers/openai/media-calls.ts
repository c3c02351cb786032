import type { ImageCall } from '../../../../src/application/ports/providers/image-provider.ts'
import type { SpeechCall } from '../../../../src/application/ports/providers/speech-provider.ts'
import type { Deployment } from '../../../../src/domain/catalog/model.ts'
import type { InputImage, ImageRequest } from '../../../../src/domain/images/request.ts'
import type { SpeechRequest } from '../../../../src/domain/speech/request.ts'
import { OPERATION_ID } from '../../../support/chat/chat-calls.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'

type Parameters = Deployment['parameters']

export const PNG: InputImage = { bytes: TINY_PNG, mimeType: 'image/png' }

export const PNG_BASE64 = Buffer.from(TINY_PNG).toString('base64')

export const imageRequest = (over: Partial<ImageRequest> = {}): ImageRequest => ({
  model: 'openai/gpt-image',
  prompt: 'a cat',
  n: 1,
  size: null,
  quality: null,
  responseFormat: 'b64_json',
  images: [],
  mask: null,
  referenceImages: [],
  extras: {},
  ...over,
})

export const deploymentOf = (parameters: Parameters = {}): Deployment => ({
  provider: 'openai',
  upstreamModel: 'gpt-image',
  parameters,
})

export const imageCall = (over: Partial<ImageRequest> = {}, signal?: AbortSignal): ImageCall => ({
  operationId: OPERATION_ID,
  deployment: deploymentOf(),
  request: imageRequest(over),
  signal,
})

export const speechCall = (over: Partial<SpeechRequest> = {}, parameters: Parameters = {}): SpeechCall => ({
  operationId: OPERATION_ID,
  deployment: deploymentOf(parameters),
  request: {
    model: 'openai/tts',
    input: 'Hello.',
    voice: 'nova',
    instructions: null,
    format: 'mp3',
    speed: 1,
    ...over,
  },
})
