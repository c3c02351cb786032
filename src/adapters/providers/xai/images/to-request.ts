import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../../../domain/catalog/model.ts'
import type { ImageRequest } from '../../../../domain/images/request.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import { extrasTaken } from '../../fields/image-extras.ts'
import { dataUrl } from '../../../../application/media/data-url.ts'
import { fixedFields, parametersOf } from '../deployment-parameters.ts'
import { toSizeFields } from './image-size.ts'

/** What to post where, or why xAI cannot be asked this. */
export const toRequest = (request: ImageRequest, deployment: Deployment): Either<UpstreamFailure, ProviderRequest> => {
  const rules = parametersOf(deployment)
  const { quality, extras } = request
  if (request.mask !== null) return unsupported('mask', 'xAI edits whole images, without a mask.')
  if (extras['background'] === 'transparent') {
    return unsupported('background', 'xAI generates no transparent background.')
  }
  if (quality !== null && quality !== 'auto' && !QUALITIES.has(quality)) {
    return unsupported('quality', 'xAI knows low, medium and high.')
  }
  const resolution = extras['resolution'] ?? null
  if (resolution !== null && !(rules.resolutions ?? []).some((known) => known === resolution)) {
    return unsupported('resolution', 'This resolution is not offered for this model.')
  }
  const size = toSizeFields(request.size, rules)
  if (isLeft(size)) return size

  const images = [...request.images, ...request.referenceImages].map((image) => ({
    type: 'image_url',
    url: dataUrl(image),
  }))
  return right({
    path: images.length === 0 ? '/images/generations' : '/images/edits',
    body: {
      ...size.right,
      ...extrasTaken(extras, PASSED_ON),
      ...fixedFields(deployment),
      model: deployment.upstreamModel,
      prompt: request.prompt,
      n: request.n,
      // Addresses of the provider's expire, and have to be fetched; both ways of answering begin with the bytes.
      response_format: 'b64_json',
      ...(quality === null || quality === 'auto' ? {} : { quality }),
      ...(images.length === 1 ? { image: images[0] } : images.length > 1 ? { images } : {}),
    },
  })
}

export const QUALITIES: ReadonlySet<string> = new Set(['low', 'medium', 'high'])

/** Fields of the caller's own that xAI reads; it knows none of the others. */
export const PASSED_ON = ['aspect_ratio', 'resolution', 'output_format'] as const
