import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { ImageAsk } from '../../domain/images/plan.ts'
import type { GivenImage, ImageRequest } from '../../domain/images/request.ts'
import { MAX_FETCHED_BYTES, type UrlFetcher } from '../ports/url-fetcher.ts'
import { type GivenImageFailure, type ImageSource, loadGivenImage } from './given-image.ts'

/** All images of one request together. */
export const MAX_IMAGE_BYTES = MAX_FETCHED_BYTES

const tooLarge = left<GivenImageFailure>({
  tag: 'payload_too_large',
  message: `The images are larger than ${MAX_IMAGE_BYTES / 1_000_000} MB together.`,
})

const sizeOf = (source: ImageSource): number => (source.tag === 'bytes' ? source.bytes.length : 0)

/**
 * The images of one request, in order. Addresses are fetched one after the other, each with what the others have
 * left of the bytes, so that no list of them can fill the memory.
 */
export const loadSources =
  (urls: UrlFetcher) =>
  async (sources: readonly ImageSource[]): Promise<Either<GivenImageFailure, readonly GivenImage[]>> => {
    let bytesLeft = MAX_IMAGE_BYTES - sources.reduce((sum, source) => sum + sizeOf(source), 0)
    if (bytesLeft < 0) return tooLarge
    const load = loadGivenImage(urls)
    const loaded: GivenImage[] = []
    for (const source of sources) {
      if (source.tag === 'url' && bytesLeft === 0) return tooLarge
      const image = await load(source, source.tag === 'url' ? bytesLeft : MAX_IMAGE_BYTES)
      if (isLeft(image)) return image.left.tag === 'payload_too_large' ? tooLarge : image
      if (source.tag === 'url') bytesLeft -= image.right.bytes.length
      loaded.push(image.right)
    }
    return right(loaded)
  }

/** The request with its images at hand. */
export const loadImages =
  (urls: UrlFetcher) =>
  async (ask: ImageAsk<ImageSource>): Promise<Either<GivenImageFailure, ImageRequest>> => {
    const { images, referenceImages, mask, ...rest } = ask
    const loaded = await loadSources(urls)([...images, ...referenceImages, ...(mask === null ? [] : [mask])])
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
