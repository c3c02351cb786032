import * as t from 'io-ts'
import type { ImageSource } from '../../../../application/media/input-image.ts'
import type { ImageParams } from '../../../../domain/images/plan.ts'
import { integerBetween, modelId, nullish, textOfLength } from '../../codecs/codecs.ts'
import { withSchemaOf } from '../../codecs/with-schema.ts'
import type { MultipartForm } from '../../body/form-to-object.ts'
import { imageOutputFields } from '../../codecs/generation/generation-fields.ts'
import { uploadedFile } from '../../codecs/uploaded-file.ts'
import type { UploadedFile } from '../../codecs/uploaded-file.ts'
import { imageInput, imageList, imageSourceOf } from '../../codecs/generation/image-input.ts'

const MAX_COUNT = 1000

type InputImage = UploadedFile | t.TypeOf<typeof imageInput>

const givenImage: t.Type<InputImage, unknown, unknown> = t.union([uploadedFile, imageInput], imageInput.name)

/** One file of a form stands for a list of one. */
const imagesOf = (least: 0 | 1): t.Type<readonly InputImage[], unknown, unknown> => {
  const list = imageList(givenImage, least)
  return withSchemaOf(
    new t.Type(
      list.name,
      list.is,
      (input, context) => list.validate(uploadedFile.is(input) ? [input] : input, context),
      t.identity,
    ),
    list,
    {},
  )
}

const required = {
  model: modelId,
  prompt: textOfLength(1, 32_000),
}

const optional = {
  ...imageOutputFields,
  n: nullish(integerBetween(1, MAX_COUNT)),
  response_format: nullish(t.keyof({ b64_json: null, url: null }, 'one of b64_json, url')),
  mask: nullish(givenImage),
  reference_images: nullish(imagesOf(0)),
}

/** The image request of the specification. Fields it does not name stay on the value. */
export const imageRequest = t.intersection([t.type(required), t.partial({ ...optional, image: nullish(imagesOf(0)) })])

/** The same where there must be an image to edit. */
export const imageEditRequest = t.intersection([t.type({ ...required, image: imagesOf(1) }), t.partial(optional)])

export const imageForm: MultipartForm = {
  files: ['image', 'mask', 'reference_images'],
  numbers: ['n', 'output_compression', 'partial_images'],
  booleans: ['stream'],
}

type ImageBody = t.TypeOf<typeof imageRequest>

const NAMED: ReadonlySet<string> = new Set([...Object.keys(required), ...Object.keys(optional), 'image'])

const sourceOf = (given: InputImage, param: string): ImageSource =>
  'bytes' in given ? { tag: 'bytes', bytes: given.bytes, param } : imageSourceOf(given, param)

const sourcesOf = (given: readonly InputImage[] | null | undefined, param: string): readonly ImageSource[] =>
  (given ?? []).map((image, index) => sourceOf(image, `${param}.${index}`))

/** What the caller wants generated; fields without a name of their own go to the provider as far as it knows them. */
export const toImageRequest = (body: ImageBody): ImageParams<ImageSource> => ({
  model: body.model,
  prompt: body.prompt,
  n: body.n ?? 1,
  size: body.size ?? null,
  quality: body.quality ?? null,
  responseFormat: body.response_format ?? 'b64_json',
  images: sourcesOf(body.image, 'image'),
  mask: body.mask === null || body.mask === undefined ? null : sourceOf(body.mask, 'mask'),
  referenceImages: sourcesOf(body.reference_images, 'reference_images'),
  extras: Object.fromEntries(Object.entries(body).filter(([name]) => !NAMED.has(name))),
})
