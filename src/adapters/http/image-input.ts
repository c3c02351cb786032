import * as t from 'io-ts'
import type { ImageSource } from '../../application/gateway/given-image.ts'
import { nullish, text } from './codecs.ts'
import { describedAs } from './described.ts'

const mimeType = t.keyof(
  { 'image/png': null, 'image/jpeg': null, 'image/webp': null },
  'one of image/png, image/jpeg, image/webp',
)

const data = text('a string of at least 1 character', (value) => value !== '')

/** ImageInput of the specification: the type must be said of base64 and may be said of an address. */
export const imageInput = t.union(
  [
    t.intersection([t.type({ type: t.literal('url'), data }), t.partial({ mime_type: nullish(mimeType) })]),
    t.type({ type: t.literal('base64'), data, mime_type: mimeType }),
  ],
  'an image: {"type": "url" or "base64", "data", "mime_type"}',
)

const MOST_IMAGES = 16

/** Images of one request. */
export const imageList = <A>(
  image: t.Type<A, unknown, unknown>,
  least: 0 | 1,
): t.Type<readonly A[], unknown, unknown> => {
  const list = t.array(image)
  return describedAs(
    new t.Type(
      `${least} to ${MOST_IMAGES} images`,
      (input): input is readonly A[] => list.is(input),
      (input, context) => {
        const isCount = !Array.isArray(input) || (input.length >= least && input.length <= MOST_IMAGES)
        return isCount ? list.validate(input, context) : t.failure(input, context)
      },
      t.identity,
    ),
    list,
    { minItems: least, maxItems: MOST_IMAGES },
  )
}

const DATA_URL = /^data:image\/[a-z0-9.+-]+;base64,/i

/** An address, which may hold the image itself. */
export const imageAt = (address: string, param: string): ImageSource => {
  const head = DATA_URL.exec(address)?.[0]
  return head === undefined
    ? { tag: 'url', url: address, param }
    : { tag: 'bytes', bytes: Buffer.from(address.slice(head.length), 'base64'), param }
}

/** What the image is, is read from its bytes later; broken base64 is no image then. */
export const imageSourceOf = (input: t.TypeOf<typeof imageInput>, param: string): ImageSource =>
  input.type === 'url' ? imageAt(input.data, param) : { tag: 'bytes', bytes: Buffer.from(input.data, 'base64'), param }
