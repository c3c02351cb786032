import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { MAX_FETCHED_BYTES } from '../../../application/ports/media/url-fetcher.ts'
import type { UrlFetcher, UrlFetchLimits } from '../../../application/ports/media/url-fetcher.ts'
import type { GeneratedImage } from '../../../application/ports/providers/image-provider.ts'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { arrayOf, nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'

/** An image as a provider of OpenAI's wire gives it: the bytes, or the address that they must be fetched from. */
export interface FoundImage {
  readonly source: { readonly tag: 'bytes'; readonly bytes: Uint8Array } | { readonly tag: 'url'; readonly url: string }
  readonly revisedPrompt: string | null
}

const notImages = (upstreamRequestId: string | null): UpstreamFailure =>
  badAnswer('The upstream answered without a readable image.', upstreamRequestId)

const namesImage = (entry: Wire): boolean => (nonEmptyOf(entry['b64_json']) ?? nonEmptyOf(entry['url'])) !== null

/** Reads one entry of `data`; null if it holds no image. */
const foundImage = (entry: Wire): FoundImage | null => {
  const revisedPrompt = nonEmptyOf(entry['revised_prompt'])
  const base64 = nonEmptyOf(entry['b64_json'])
  if (base64 !== null) {
    const bytes = new Uint8Array(Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64'))
    return bytes.length === 0 ? null : { source: { tag: 'bytes', bytes }, revisedPrompt }
  }
  const url = nonEmptyOf(entry['url'])
  return url === null ? null : { source: { tag: 'url', url }, revisedPrompt }
}

/**
 * The first n images of `data`, at least one. A provider decides how many it names, and no more than were ordered are
 * read. Half an answer is none: who asked for several and gets fewer cannot tell why.
 */
export const foundImages = (
  data: unknown,
  n: number,
  upstreamRequestId: string | null,
): Either<UpstreamFailure, readonly FoundImage[]> => {
  const entries = (arrayOf(data) ?? []).map((entry) => objectOf(entry) ?? {})
  const found = entries.every(namesImage) ? entries.slice(0, n).map(foundImage) : []
  const images = found.filter((image) => image !== null)
  return images.length === 0 || images.length !== found.length ? left(notImages(upstreamRequestId)) : right(images)
}

/** Fetches the images that a provider gave by address. One that cannot be fetched fails the whole answer. */
export const imageFiles = async (
  fetcher: UrlFetcher,
  found: readonly FoundImage[],
  bounds: Pick<UrlFetchLimits, 'signal' | 'memory'>,
  upstreamRequestId: string | null,
): Promise<Either<UpstreamFailure, readonly GeneratedImage[]>> => {
  const fileOf = async ({ source, revisedPrompt }: FoundImage): Promise<Either<unknown, GeneratedImage>> => {
    if (source.tag === 'bytes') return right({ bytes: source.bytes, revisedPrompt })
    const file = await fetcher.fetch(source.url, { accept: 'image', maxBytes: MAX_FETCHED_BYTES, ...bounds })
    return isLeft(file) ? file : right({ bytes: file.right.bytes, revisedPrompt })
  }
  const images: GeneratedImage[] = []
  for (const file of await Promise.all(found.map(fileOf))) {
    if (isLeft(file)) return left(notImages(upstreamRequestId))
    images.push(file.right)
  }
  return right(images)
}
