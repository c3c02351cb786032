import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { UrlFetcher } from '../../../../application/ports/media/url-fetcher.ts'
import type { ImageProvider } from '../../../../application/ports/providers/image-provider.ts'
import { extrasLeftOut } from '../../fields/image-extras.ts'
import { imageFiles } from '../../images/found-images.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { xaiHttp } from '../xai-http.ts'
import { fromResponse } from './from-response.ts'
import { PASSED_ON, toRequest } from './to-request.ts'

interface XaiImagesDeps extends ProviderConnection {
  /** For models that answer with addresses whatever they are asked. */
  readonly fetcher: UrlFetcher
}

/** xAI's image models. xAI reports no tokens. */
export const xaiImages = (deps: XaiImagesDeps): ImageProvider => {
  const http = xaiHttp(deps)
  return {
    ignoredFields: ({ request }) => extrasLeftOut(request.extras, PASSED_ON),
    generate: async ({ request, deployment, signal, memory }) => {
      const asked = toRequest(request, deployment)
      if (isLeft(asked)) return asked
      const response = await http.postJson(asked.right, { signal, memory })
      if (isLeft(response)) return response
      const { upstreamRequestId } = response.right
      const found = fromResponse(response.right, request.n)
      if (isLeft(found)) return found
      const images = await imageFiles(deps.fetcher, found.right, { signal, memory }, upstreamRequestId)
      return isLeft(images) ? images : right({ images: images.right, usage: null, upstreamRequestId })
    },
  }
}
