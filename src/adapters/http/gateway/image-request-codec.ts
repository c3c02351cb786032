import * as t from 'io-ts'
import type { ImageSource } from '../../../application/gateway/given-image.ts'
import type { ImageAsk } from '../../../domain/images/plan.ts'
import { integerBetween, modelId, nullish, text, textOfLength } from '../codecs.ts'
import { describedAs } from '../described.ts'
import type { MultipartForm } from '../form-body.ts'
import { uploadedFile, type UploadedFile } from '../uploaded-file.ts'
import { imageInput, imageSourceOf } from './image-input.ts'

const MAX_IMAGES = 16
const MAX_COUNT = 1000

type GivenImage = UploadedFile | t.TypeOf<typeof imageInput>

const givenImage: t.Type<GivenImage, unknown, unknown> = t.union([uploadedFile, imageInput], imageInput.name)

/** One file of a form stands for a list of one. */
const imagesOf = (least: 0 | 1): t.Type<readonly GivenImage[], unknown, unknown> => {
  const list = t.array(givenImage)
  return describedAs(
    new t.Type(
      `${least} to ${MAX_IMAGES} images`,
      (input): input is readonly GivenImage[] => list.is(input),
      (input, context) => {
        const given = uploadedFile.is(input) ? [input] : input
        const isCount = !Array.isArray(given) || (given.length >= least && given.length <= MAX_IMAGES)
        return isCount ? list.validate(given, context) : t.failure(input, context)
      },
      t.identity,
    ),
    list,
    { minItems: least, maxItems: MAX_IMAGES },
  )
}

const words = text('a string of at most 64 characters', (value) => value.length <= 64)

const required = {
  model: modelId,
  prompt: textOfLength(1, 32_000),
}

const optional = {
  n: nullish(integerBetween(1, MAX_COUNT)),
  size: nullish(words),
  quality: nullish(words),
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

const sourceOf = (given: GivenImage, param: string): ImageSource =>
  'bytes' in given ? { tag: 'bytes', bytes: given.bytes, param } : imageSourceOf(given, param)

const sourcesOf = (given: readonly GivenImage[] | null | undefined, param: string): readonly ImageSource[] =>
  (given ?? []).map((image, index) => sourceOf(image, `${param}.${index}`))

/** What the caller wants drawn; fields without a name of their own go to the provider as far as it knows them. */
export const imageAskOf = (body: ImageBody): ImageAsk<ImageSource> => ({
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
