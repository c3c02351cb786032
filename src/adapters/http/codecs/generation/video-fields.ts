import * as t from 'io-ts'
import { LONGEST_VIDEO_SECONDS } from '../../../../domain/pricing/video-price.ts'
import { isVideoSize } from '../../../../domain/video/size.ts'
import { integerBetween, nullish, text, textOfLength } from '../codecs.ts'
import { withSchema } from '../with-schema.ts'

const readSeconds = (input: unknown): number | null => {
  const value = typeof input === 'string' && /^\d{1,3}$/.test(input) ? Number(input) : input
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LONGEST_VIDEO_SECONDS
    ? value
    : null
}

/** Seconds as clients write them: a string in OpenAI's form, or an integer. */
export const videoSeconds: t.Type<number, unknown, unknown> = withSchema(
  new t.Type(
    `whole seconds from 1 to ${LONGEST_VIDEO_SECONDS}`,
    (input): input is number => typeof input === 'number',
    (input, context) => {
      const value = readSeconds(input)
      return value === null ? t.failure(input, context) : t.success(value)
    },
    t.identity,
  ),
  {
    type: ['string', 'integer'],
    maxLength: 3,
    description: `Whole seconds from 1 to ${LONGEST_VIDEO_SECONDS}`,
    examples: ['4', 8],
  },
)

/** Length and size. */
export const videoDimensionFields = {
  seconds: nullish(videoSeconds),
  size: nullish(
    text('a size <width>x<height> with sides from 10 to 99999, such as 1280x720', isVideoSize, { maxLength: 11 }),
  ),
}

/** Further fields of a video request. */
export const videoOptionFields = {
  generate_audio: nullish(t.boolean),
  seed: nullish(integerBetween(0, Number.MAX_SAFE_INTEGER)),
  negative_prompt: nullish(textOfLength(0, 32_000)),
}

export const videoPrompt = textOfLength(1, 5000)
