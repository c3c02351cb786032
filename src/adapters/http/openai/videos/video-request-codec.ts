import * as t from 'io-ts'
import type { ImageSource } from '../../../../application/media/input-image.ts'
import type { VideoParams } from '../../../../domain/video/plan.ts'
import { filledText, modelId, nullish } from '../../codecs/codecs.ts'
import type { MultipartForm } from '../../body/form-to-object.ts'
import { imageAt, imageInput, imageSourceOf } from '../../codecs/generation/image-input.ts'
import { uploadedFile } from '../../codecs/uploaded-file.ts'
import {
  videoOptionFields,
  videoDimensionFields,
  videoPrompt,
  videoSeconds,
} from '../../codecs/generation/video-fields.ts'

const address = filledText('an address')

/** A file, an address, an ImageInput, or the form in which the official SDK names an address. */
const inputReference = t.union(
  [uploadedFile, address, imageInput, t.type({ image_url: address })],
  'a file, an address or an image',
)

const known = { ...videoDimensionFields, input_reference: nullish(inputReference), ...videoOptionFields }

/** Fields it does not name stay on the value. */
export const videoRequest = t.intersection([
  t.type({
    model: modelId,
    prompt: videoPrompt,
  }),
  t.partial(known),
])

/** The legacy form says `duration` where the other says `seconds`. */
export const legacyVideoRequest = t.intersection([videoRequest, t.partial({ duration: nullish(videoSeconds) })])

export const videoForm: MultipartForm = {
  files: ['input_reference'],
  numbers: ['seed'],
  booleans: ['generate_audio'],
}

type VideoBody = t.TypeOf<typeof videoRequest>

const NAMED: ReadonlySet<string> = new Set(['model', 'prompt', ...Object.keys(known)])

const firstFrameOf = (input: VideoBody['input_reference']): ImageSource | null => {
  const param = 'input_reference'
  if (input === null || input === undefined) return null
  if (typeof input === 'string') return imageAt(input, param)
  if ('bytes' in input) return { tag: 'bytes', bytes: input.bytes, param }
  return 'image_url' in input ? imageAt(input.image_url, `${param}.image_url`) : imageSourceOf(input, param)
}

/** The video that the caller wants; fields without a name of their own go to the provider. */
export const toVideoRequest = (body: VideoBody): VideoParams<ImageSource> => ({
  model: body.model,
  prompt: body.prompt,
  seconds: body.seconds ?? null,
  size: body.size ?? null,
  firstFrame: firstFrameOf(body.input_reference),
  generateAudio: body.generate_audio ?? null,
  seed: body.seed ?? null,
  negativePrompt: body.negative_prompt ?? null,
  extras: Object.fromEntries(Object.entries(body).filter(([name]) => !NAMED.has(name))),
})
