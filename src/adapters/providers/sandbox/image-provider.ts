import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageResult, ImageCall, ImageProvider } from '../../../application/ports/providers/image-provider.ts'
import { pixelSizeOf } from '../../../domain/images/pixel-size.ts'
import { inputImageCount } from '../../../domain/images/request.ts'
import type { ImageRequest } from '../../../domain/images/request.ts'
import type { ImageUsage } from '../../../domain/images/usage.ts'
import type { PixelSize } from '../../../domain/media/asset.ts'
import { imageSize } from '../../../domain/media/image-size.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { extrasLeftOut } from '../fields/image-extras.ts'
import { unsupported } from '../failures/adapter-failures.ts'
import { sandboxPng } from './media/png.ts'
import { wordCount } from './words.ts'

const DEFAULT_SIDE_PX = 1024
const MAX_SIDE_PX = 4096

/** What `image-tokens` counts: a word of the prompt is a token, an image that many. */
const TOKENS_PER_INPUT_IMAGE = 250
const TOKENS_PER_GENERATED_IMAGE = 1000

/** Generates inside the process: no network, no key, behaviour by the deployment's model. */
export const sandboxImages = (): ImageProvider => ({
  ignoredFields: ({ request }) => extrasLeftOut(request.extras, []),
  generate: async (call) => {
    const fields = { upstreamRequestId: `sandbox-${call.operationId}` }
    switch (call.deployment.upstreamModel) {
      case 'image':
      case 'image-edit':
        return generated(call, null)
      case 'image-tokens':
        return generated(call, usageOf(call.request))
      case 'image-refuse':
        return left({ tag: 'refused_content', message: 'The sandbox refuses this request.', ...fields })
      default: {
        const message = `The sandbox has no image model "${call.deployment.upstreamModel}".`
        return left({ tag: 'misconfigured', message, ...fields })
      }
    }
  },
})

const generated = (
  { request, operationId }: ImageCall,
  usage: ImageUsage | null,
): Either<UpstreamFailure, ImageResult> => {
  const size = sizeFor(request)
  if (size === null) {
    return unsupported('size', `A size is 'auto' or like '1024x1024', with sides of at most ${MAX_SIDE_PX}.`)
  }
  // Each image of several has colours of its own.
  const images = Array.from({ length: request.n }, (_, index) => ({
    bytes: sandboxPng(index === 0 ? request.prompt : `${request.prompt} ${index}`, size.width, size.height),
    revisedPrompt: null,
  }))
  return right({ images, usage, upstreamRequestId: `sandbox-${operationId}` })
}

const isSide = (pixels: number): boolean => pixels >= 1 && pixels <= MAX_SIDE_PX

/** A size in which the sandbox generates images; null for any other. */
const generatedSize = (size: PixelSize | null): PixelSize | null =>
  size !== null && isSide(size.width) && isSide(size.height) ? size : null

/** As asked; else as large as the image to be edited. */
const sizeFor = ({ size, images }: ImageRequest): PixelSize | null => {
  if (size === null || size === 'auto') {
    const first = images[0]
    const given = first === undefined ? null : imageSize(first.bytes)
    return generatedSize(given) ?? { width: DEFAULT_SIDE_PX, height: DEFAULT_SIDE_PX }
  }
  return generatedSize(pixelSizeOf(size))
}

const usageOf = (request: ImageRequest): ImageUsage => {
  const inputTextTokens = wordCount(request.prompt)
  const inputImageTokens = inputImageCount(request) * TOKENS_PER_INPUT_IMAGE
  const outputTokens = request.n * TOKENS_PER_GENERATED_IMAGE
  const totalTokens = inputTextTokens + inputImageTokens + outputTokens
  return { inputTextTokens, inputImageTokens, outputTokens, totalTokens }
}
