import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageParams } from '../../domain/images/plan.ts'
import type { InputImage, ImageRequest } from '../../domain/images/request.ts'
import type { HeldMemory } from '../ports/process/held-memory.ts'
import { MAX_FETCHED_BYTES } from '../ports/media/url-fetcher.ts'
import type { UrlFetcher } from '../ports/media/url-fetcher.ts'
import { loadInputImage } from './input-image.ts'
import type { InputImageFailure, ImageSource } from './input-image.ts'

/** The most bytes of all images of one request together. */
export const MAX_IMAGE_BYTES = MAX_FETCHED_BYTES

const tooLarge = left<InputImageFailure>({
  tag: 'payload_too_large',
  message: `The images are larger than ${MAX_IMAGE_BYTES / 1_000_000} MB together.`,
})

const sizeOf = (source: ImageSource): number => (source.tag === 'bytes' ? source.bytes.length : 0)

/**
 * The images of one request, in order. Addresses are fetched one after the other, each with the bytes that the earlier
 * ones have left of the limit, so that no list of addresses can fill the memory.
 */
export const loadImageSources =
  (urls: UrlFetcher, memory?: HeldMemory) =>
  async (sources: readonly ImageSource[]): Promise<Either<InputImageFailure, readonly InputImage[]>> => {
    let bytesLeft = MAX_IMAGE_BYTES - sources.reduce((sum, source) => sum + sizeOf(source), 0)
    if (bytesLeft < 0) return tooLarge
    const load = loadInputImage(urls, memory)
    const loaded: InputImage[] = []
    for (const source of sources) {
      if (source.tag === 'url' && bytesLeft === 0) return tooLarge
      const image = await load(source, source.tag === 'url' ? bytesLeft : MAX_IMAGE_BYTES)
      if (isLeft(image)) return image.left.tag === 'payload_too_large' ? tooLarge : image
      if (source.tag === 'url') bytesLeft -= image.right.bytes.length
      loaded.push(image.right)
    }
    return right(loaded)
  }

/** The request with the bytes of its images. */
export const loadImages =
  (urls: UrlFetcher, memory?: HeldMemory) =>
  async (ask: ImageParams<ImageSource>): Promise<Either<InputImageFailure, ImageRequest>> => {
    const { images, referenceImages, mask, ...rest } = ask
    const loaded = await loadImageSources(
      urls,
      memory,
    )([...images, ...referenceImages, ...(mask === null ? [] : [mask])])
    if (isLeft(loaded)) return loaded
    const firstReference = images.length
    const afterReferences = firstReference + referenceImages.length
    return right({
      ...rest,
      images: loaded.right.slice(0, firstReference),
      referenceImages: loaded.right.slice(firstReference, afterReferences),
      mask: loaded.right[afterReferences] ?? null,
    })
  }
