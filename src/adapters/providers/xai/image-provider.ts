import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { DrawnImage, ImageProvider } from '../../../application/ports/image-provider.ts'
import { MAX_FETCHED_BYTES } from '../../../application/ports/url-fetcher.ts'
import type { UrlFetcher } from '../../../application/ports/url-fetcher.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { requestIdOf } from '../openai-errors.ts'
import { fromImageResponse, notImages } from './from-image-response.ts'
import type { FoundImage } from './from-image-response.ts'
import { PASSED_ON, toImageRequest } from './to-image-request.ts'
import { extrasLeftOut } from '../fields/image-extras.ts'
import { xaiClient } from './xai-client.ts'
import type { VendorAccess } from '../vendor-access.ts'

export interface XaiImagesDeps extends VendorAccess {
  /** For models that answer with addresses whatever they are asked. */
  readonly fetcher: UrlFetcher
}

/** xAI's models that draw. It reports no tokens. */
export const xaiImages = (deps: XaiImagesDeps): ImageProvider => {
  const client = xaiClient(deps)

  const bytesOf = async (
    { source, revisedPrompt }: FoundImage,
    signal: AbortSignal | undefined,
    upstreamRequestId: string | null,
  ): Promise<Either<UpstreamFailure, DrawnImage>> => {
    if (source.tag === 'bytes') return right({ bytes: source.bytes, revisedPrompt })
    const file = await deps.fetcher.fetch(source.url, { accept: 'image', maxBytes: MAX_FETCHED_BYTES, signal })
    return file._tag === 'Left' ? left(notImages(upstreamRequestId)) : right({ bytes: file.right.bytes, revisedPrompt })
  }

  return {
    ignores: ({ request }) => extrasLeftOut(request.extras, PASSED_ON),
    draw: async ({ request, deployment, signal }) => {
      const asked = toImageRequest(request, deployment)
      if (asked._tag === 'Left') return asked
      const answer = await client.postJson(asked.right.path, asked.right.body, signal)
      if (answer._tag === 'Left') return answer
      const upstreamRequestId = requestIdOf(answer.right.headers)
      const found = fromImageResponse(answer.right)
      if (found._tag === 'Left') return found
      const images: DrawnImage[] = []
      for (const drawn of await Promise.all(found.right.map((image) => bytesOf(image, signal, upstreamRequestId)))) {
        if (drawn._tag === 'Left') return drawn
        images.push(drawn.right)
      }
      return right({ images, usage: null, upstreamRequestId })
    },
  }
}
