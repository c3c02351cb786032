import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { UrlFetcher } from '../../../../application/ports/media/url-fetcher.ts'
import type { ImageProvider } from '../../../../application/ports/providers/image-provider.ts'
import { extrasLeftOut } from '../../fields/image-extras.ts'
import { imageFiles } from '../../images/found-images.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { openAiHttp } from '../openai-http.ts'
import { fromResponse } from './from-response.ts'
import { PASSED_ON, toRequest } from './to-request.ts'

interface OpenAiImagesDeps extends ProviderConnection {
  /** For servers of this wire that answer with addresses whatever they are asked. */
  readonly fetcher: UrlFetcher
}

/** OpenAI's image models. Several images are one call. */
export const openAiImages = (deps: OpenAiImagesDeps): ImageProvider => {
  const http = openAiHttp(deps)
  return {
    ignoredFields: ({ request }) => extrasLeftOut(request.extras, PASSED_ON),
    generate: async ({ operationId, request, deployment, ...bounds }) => {
      const response = await http.postJson(toRequest(request, deployment, `gateway-${operationId}`), bounds)
      if (isLeft(response)) return response
      const { upstreamRequestId } = response.right
      const found = fromResponse(response.right, request.n)
      if (isLeft(found)) return found
      const images = await imageFiles(deps.fetcher, found.right.images, bounds, upstreamRequestId)
      return isLeft(images) ? images : right({ images: images.right, usage: found.right.usage, upstreamRequestId })
    },
  }
}
