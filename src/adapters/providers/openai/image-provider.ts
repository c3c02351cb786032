import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { DrawnImage, ImageProvider } from '../../../application/ports/image-provider.ts'
import { MAX_FETCHED_BYTES } from '../../../application/ports/url-fetcher.ts'
import type { UrlFetcher } from '../../../application/ports/url-fetcher.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { jsonOf } from '../wire.ts'
import { fromImageResponse, notImages } from './from-image-response.ts'
import type { FoundImage } from './from-image-response.ts'
import { openAiClient } from './openai-client.ts'
import { PASSED_ON, toImageRequest } from './to-image-request.ts'
import { extrasLeftOut } from '../fields/image-extras.ts'
import type { VendorAccess } from '../vendor-access.ts'

export interface OpenAiImagesDeps extends VendorAccess {
  /** For servers of this wire that answer with addresses whatever they are asked. */
  readonly fetcher: UrlFetcher
}

/** OpenAI's models that draw. Several images are one call. */
export const openAiImages = (deps: OpenAiImagesDeps): ImageProvider => {
  const client = openAiClient(deps)

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
    draw: async ({ operationId, request, deployment, signal }) => {
      const answer = await client.post(toImageRequest(request, deployment, `gateway-${operationId}`), signal)
      if (answer._tag === 'Left') return answer
      const { headers, bytes, upstreamRequestId } = answer.right
      const found = fromImageResponse(jsonOf(Buffer.from(bytes).toString('utf8')), headers, upstreamRequestId)
      if (found._tag === 'Left') return found
      const drawn = await Promise.all(found.right.images.map((image) => bytesOf(image, signal, upstreamRequestId)))
      const images: DrawnImage[] = []
      for (const image of drawn) {
        if (image._tag === 'Left') return image
        images.push(image.right)
      }
      return right({ images, usage: found.right.usage, upstreamRequestId })
    },
  }
}
