import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { publicUrl } from '../../media/public-url.ts'

export interface UnsafeImageUrl {
  readonly tag: 'unsafe_url'
  readonly param: string
  readonly message: string
}

const DATA_IMAGE = /^data:image\/(?:png|jpe?g|webp|gif);base64,/i

/**
 * The address of an image in the spelling in which it goes upstream: a `data:` URL as it is, an address of the web as
 * the URL parser writes it. This function does not resolve names; where the provider runs inside the operator's own
 * network, the gateway fetches the image itself.
 */
export const checkImageUrl = (url: string, param: string): Either<UnsafeImageUrl, string> => {
  if (DATA_IMAGE.test(url)) return right(url)
  const checked = publicUrl(url)
  if (!isLeft(checked)) return right(checked.right.href)
  const message = `An image must be a base64 data: URL (PNG, JPEG, WebP, GIF) or a public address: ${checked.left.message}`
  return left({ tag: 'unsafe_url', param, message })
}
