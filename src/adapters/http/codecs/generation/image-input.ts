import * as t from 'io-ts'
import type { ImageSource } from '../../../../application/media/input-image.ts'
import { filledText, listOf, nullish, validateAs } from '../codecs.ts'
import { onlyKnown } from '../only-known.ts'
import { withSchemaOf } from '../with-schema.ts'

const mimeType = t.keyof(
  { 'image/png': null, 'image/jpeg': null, 'image/webp': null },
  'one of image/png, image/jpeg, image/webp',
)

const data = filledText('a string of at least 1 character')

const kind = t.keyof({ url: null, base64: null }, 'one of url, base64')

const imageAtUrl = onlyKnown(
  t.intersection([t.type({ type: t.literal('url'), data }), t.partial({ mime_type: nullish(mimeType) })]),
)
const imageInBase64 = onlyKnown(t.type({ type: t.literal('base64'), data, mime_type: mimeType }))
const imageOfKind = t.union([imageAtUrl, imageInBase64])

type ImageInput = t.TypeOf<typeof imageOfKind>

/**
 * ImageInput of the specification: base64 must have a media type, an address may have one. The kind is
 * judged first, so that a wrong one is a problem of `type` and not of the whole image.
 */
export const imageInput: t.Type<ImageInput, unknown, unknown> = withSchemaOf(
  new t.Type(
    'an image: {"type": "url" or "base64", "data", "mime_type"}',
    imageOfKind.is,
    (input, context) => {
      if (!t.UnknownRecord.is(input)) return t.failure(input, context)
      const type = input['type']
      if (!kind.is(type)) return t.failures([{ value: type, context: t.appendContext(context, 'type', kind, type) }])
      return type === 'url' ? validateAs(imageAtUrl, input, context) : validateAs(imageInBase64, input, context)
    },
    t.identity,
  ),
  imageOfKind,
  {},
)

const MAX_IMAGES = 16

/** Images of one request. */
export const imageList = <A>(
  image: t.Type<A, unknown, unknown>,
  least: 0 | 1,
): t.Type<readonly A[], unknown, unknown> => listOf(image, least, MAX_IMAGES, 'images')

const DATA_URL = /^data:image\/[a-z0-9.+-]+;base64,/i

/** An address, which may hold the image itself. */
export const imageAt = (address: string, param: string): ImageSource => {
  const head = DATA_URL.exec(address)?.[0]
  return head === undefined
    ? { tag: 'url', url: address, param }
    : { tag: 'bytes', bytes: Buffer.from(address.slice(head.length), 'base64'), param }
}

/**
 * The kind of the image is read from its bytes later; broken base64 is refused then. `field` is where the input stands;
 * a refusal names the data in it.
 */
export const imageSourceOf = ({ type, data: given }: ImageInput, field: string): ImageSource => {
  const param = `${field}.data`
  return type === 'url' ? imageAt(given, param) : { tag: 'bytes', bytes: Buffer.from(given, 'base64'), param }
}
