import type { ImageCall } from '../../../../src/application/ports/providers/image-provider.ts'
import type { VideoPoll, VideoSubmission } from '../../../../src/application/ports/providers/video-provider.ts'
import type { Deployment } from '../../../../src/domain/catalog/model.ts'
import type { InputImage, ImageRequest } from '../../../../src/domain/images/request.ts'
import type { VideoRequest } from '../../../../src/domain/video/request.ts'
import { OPERATION_ID } from '../../../support/chat/chat-calls.ts'
import { TINY_PNG } from '../../../support/media/tiny-images.ts'

type Parameters = Deployment['parameters']

export const PNG: InputImage = { bytes: TINY_PNG, mimeType: 'image/png' }

export const PNG_BASE64 = Buffer.from(TINY_PNG).toString('base64')

export const PNG_URL = `data:image/png;base64,${PNG_BASE64}`

const deploymentOf = (parameters: Parameters): Deployment => ({ provider: 'xai', upstreamModel: 'grok', parameters })

export const imageCall = (
  request: Partial<ImageRequest> = {},
  parameters: Parameters = {},
  signal?: AbortSignal,
): ImageCall => ({
  operationId: OPERATION_ID,
  deployment: deploymentOf(parameters),
  request: {
    model: 'xai/grok',
    prompt: 'a cat',
    n: 1,
    size: null,
    quality: null,
    responseFormat: 'b64_json',
    images: [],
    mask: null,
    referenceImages: [],
    extras: {},
    ...request,
  },
  signal,
})

export const submission = (request: Partial<VideoRequest> = {}, parameters: Parameters = {}): VideoSubmission => ({
  operationId: OPERATION_ID,
  deployment: deploymentOf(parameters),
  request: {
    model: 'xai/grok',
    prompt: 'a cat runs',
    seconds: 6,
    size: null,
    aspectRatio: '16:9',
    resolution: '720p',
    firstFrame: null,
    generateAudio: null,
    seed: null,
    negativePrompt: null,
    extras: {},
    ...request,
  },
})

export const pollOf = (upstreamJobId: string): VideoPoll => ({
  deployment: deploymentOf({}),
  upstreamJobId,
})
