import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { InputImage } from '../../domain/images/request.ts'
import { imageFormatOf } from '../../domain/media/image-format.ts'
import type { HeldMemory } from '../ports/process/held-memory.ts'
import { MAX_FETCHED_BYTES } from '../ports/media/url-fetcher.ts'
import type { UrlFetcher } from '../ports/media/url-fetcher.ts'

/** An image as the caller sent it. `param` is the field that a refusal names. */
export type ImageSource =
  | { readonly tag: 'url'; readonly url: string; readonly param: string }
  | { readonly tag: 'bytes'; readonly bytes: Uint8Array; readonly param: string }

/** Why an image of a caller is refused, before any money is held. */
export type InputImageFailure =
  | { readonly tag: 'unsafe_url'; readonly param: string; readonly message: string }
  | { readonly tag: 'url_not_fetchable'; readonly param: string; readonly message: string }
  | { readonly tag: 'invalid_image'; readonly param: string; readonly message: string }
  | { readonly tag: 'payload_too_large'; readonly message: string }

/** Judges the format by the bytes. The type that the caller states is not used. */
const inputImageOf = (bytes: Uint8Array, param: string): Either<InputImageFailure, InputImage> => {
  const mimeType = imageFormatOf(bytes)
  return mimeType === null || mimeType === 'image/gif'
    ? left({ tag: 'invalid_image', param, message: 'The image is no PNG, JPEG or WebP.' })
    : right({ bytes, mimeType })
}

/** The bytes of the image; fetches them if the caller sent an address. `maxBytes` is the limit of this one image. */
export const loadInputImage =
  (urls: UrlFetcher, memory?: HeldMemory) =>
  async (source: ImageSource, maxBytes: number = MAX_FETCHED_BYTES): Promise<Either<InputImageFailure, InputImage>> => {
    const { param } = source
    if (source.tag === 'bytes') {
      if (source.bytes.length <= maxBytes) return inputImageOf(source.bytes, param)
      return left({ tag: 'payload_too_large', message: `Images may have ${maxBytes / 1_000_000} MB in total.` })
    }
    const fetched = await urls.fetch(source.url, { maxBytes, accept: 'image', memory })
    return isLeft(fetched) ? left({ ...fetched.left, param }) : inputImageOf(fetched.right.bytes, param)
  }
