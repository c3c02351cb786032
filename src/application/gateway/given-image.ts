import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { GivenImage } from '../../domain/images/request.ts'
import { imageFormatOf } from '../../domain/media/image-format.ts'
import { MAX_FETCHED_BYTES, type UrlFetcher } from '../ports/url-fetcher.ts'

/** An image as the caller gave it. `param` is the field that a refusal names. */
export type ImageSource =
  | { readonly tag: 'url'; readonly url: string; readonly param: string }
  | { readonly tag: 'bytes'; readonly bytes: Uint8Array; readonly param: string }

/** What can be wrong with an image a caller gave, before anything is paid for. */
export type GivenImageFailure =
  | { readonly tag: 'unsafe_url'; readonly param: string; readonly message: string }
  | { readonly tag: 'url_not_fetchable'; readonly param: string; readonly message: string }
  | { readonly tag: 'invalid_image'; readonly param: string; readonly message: string }
  | { readonly tag: 'payload_too_large'; readonly message: string }

/** Judges the format by the bytes; what the caller says about them decides nothing. */
export const givenImageOf = (bytes: Uint8Array, param: string): Either<GivenImageFailure, GivenImage> => {
  const mimeType = imageFormatOf(bytes)
  return mimeType === null || mimeType === 'image/gif'
    ? left({ tag: 'invalid_image', param, message: 'The image is no PNG, JPEG or WebP.' })
    : right({ bytes, mimeType })
}

/** The image itself, fetched if the caller gave its address. `maxBytes` counts for this one image. */
export const loadGivenImage =
  (urls: UrlFetcher) =>
  async (source: ImageSource, maxBytes: number = MAX_FETCHED_BYTES): Promise<Either<GivenImageFailure, GivenImage>> => {
    const { param } = source
    if (source.tag === 'bytes') {
      if (source.bytes.length <= maxBytes) return givenImageOf(source.bytes, param)
      return left({ tag: 'payload_too_large', message: `Images may have ${maxBytes / 1_000_000} MB in total.` })
    }
    const fetched = await urls.fetch(source.url, { maxBytes, accept: 'image' })
    return isLeft(fetched) ? left({ ...fetched.left, param }) : givenImageOf(fetched.right.bytes, param)
  }
