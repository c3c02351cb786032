import { right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { reservedExtra } from '../../../../domain/video/reserved-extras.ts'
import type { VideoRequest } from '../../../../domain/video/request.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import { dataUrl } from '../../../../application/media/data-url.ts'
import { fixedFields, parametersOf } from '../deployment-parameters.ts'

/** What to post, or why xAI cannot be asked this. */
export const toRequest = (request: VideoRequest, deployment: Deployment): Either<UpstreamFailure, ProviderRequest> => {
  const { resolutions } = parametersOf(deployment)
  const { firstFrame, size, resolution } = request
  if (request.seed !== null) return unsupported('seed', 'xAI videos without a seed.')
  if (request.negativePrompt !== null) return unsupported('negative_prompt', 'xAI reads no negative prompt.')
  if (resolutions !== null && !resolutions.includes(resolution)) {
    return unsupported('size', `This model does not make videos in ${resolution}.`)
  }
  const reserved = reservedExtra(request.extras)
  if (reserved !== null) return unsupported(reserved, `'${reserved}' cannot be set here.`)
  const body = {
    ...request.extras,
    ...fixedFields(deployment),
    model: deployment.upstreamModel,
    prompt: request.prompt,
    duration: request.seconds,
    resolution,
    // Without a wish for a size the video has the proportions of its first image.
    ...(firstFrame !== null && size === null ? {} : { aspect_ratio: request.aspectRatio }),
    ...(firstFrame === null ? {} : { image: { url: dataUrl(firstFrame) } }),
    ...(request.generateAudio === null ? {} : { generate_audio: request.generateAudio }),
  }
  return right({ path: '/videos/generations', body })
}
