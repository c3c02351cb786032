import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { VideoGeneration } from '../../../../application/conversations/videos/video-generation.ts'
import type { ImageSource } from '../../../../application/media/input-image.ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import type { VideoGenerationParams } from '../../../../domain/conversation/plan-video-task.ts'
import type { VideoState } from '../../../../domain/video/video-job.ts'
import { nullish, textOfLength, unixTime, uuid } from '../../codecs/codecs.ts'
import { imageInput, imageList, imageSourceOf } from '../../codecs/generation/image-input.ts'
import { onlyKnown } from '../../codecs/only-known.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { videoOptionFields, videoDimensionFields, videoPrompt } from '../../codecs/generation/video-fields.ts'
import { messageMediaBody, writeMessageMedia } from '../media/media-wire.ts'
import { messageErrorBody } from '../conversations/message-wire.ts'

/** Fields it does not name go to the provider, as at the public gateway. */
const parameters = t.partial(videoOptionFields, 'VideoGenerationParameters')

export const videoGenerationRequest = onlyKnown(
  t.intersection(
    [
      t.type({ task: textOfLength(1, 100), prompt: videoPrompt }),
      t.partial({
        conversation_id: nullish(uuid),
        ...videoDimensionFields,
        image: nullish(imageInput),
        images: nullish(imageList(imageInput, 0)),
        parameters: nullish(parameters),
      }),
    ],
    'VideoGenerationRequest',
  ),
)

type Request = t.TypeOf<typeof videoGenerationRequest>

/** A video has one first frame, which `images` may name too. */
const firstFrameOf = ({ image, images }: Request): Either<ValidationError, ImageSource | null> => {
  const [first, second] = images ?? []
  const isDouble = second !== undefined || (first !== undefined && image !== null && image !== undefined)
  if (isDouble) {
    return left(problemIn('body', ['images'], 'a video has one first frame', 'too_many'))
  }
  if (image !== null && image !== undefined) return right(imageSourceOf(image, 'image'))
  return right(first === undefined ? null : imageSourceOf(first, 'images.0'))
}

export const toVideoGenerationRequest = (
  body: Request,
): Either<ValidationError, VideoGenerationParams<ImageSource>> => {
  const firstFrame = firstFrameOf(body)
  if (isLeft(firstFrame)) return firstFrame
  return right({
    prompt: body.prompt,
    seconds: body.seconds ?? null,
    size: body.size ?? null,
    firstFrame: firstFrame.right,
    parameters: Object.fromEntries(Object.entries(body.parameters ?? {}).filter(([, value]) => value !== null)),
  })
}

const commonFields = {
  id: t.string,
  task: t.string,
  conversation_id: t.string,
  message_id: t.string,
  created_at: unixTime,
}

export const createdVideoGenerationBody = t.type(
  { ...commonFields, status: t.literal('processing') },
  'VideoGenerationOrdered',
)

export const videoGenerationBody = t.type(
  {
    ...commonFields,
    status: t.keyof({ processing: null, completed: null, failed: null }),
    media: t.array(messageMediaBody),
    error: t.union([messageErrorBody, t.null]),
  },
  'VideoGenerationJob',
)

const writeCommonFields = ({ job, message }: VideoGeneration) => ({
  id: job.id,
  task: message.task,
  conversation_id: message.conversationId,
  message_id: job.id,
  created_at: unixSeconds(job.createdAtMs),
})

export const writeCreatedVideoGeneration = (
  generation: VideoGeneration,
): t.TypeOf<typeof createdVideoGenerationBody> => ({
  ...writeCommonFields(generation),
  status: 'processing',
})

const statusOf = ({ tag }: VideoState): 'processing' | 'completed' | 'failed' => {
  switch (tag) {
    case 'submitting':
    case 'queued':
    case 'in_progress':
      return 'processing'
    case 'completed':
    case 'failed':
      return tag
  }
}

export const writeVideoGeneration = (
  generation: VideoGeneration,
  baseUrl: string,
): t.TypeOf<typeof videoGenerationBody> => {
  const { state } = generation.job
  return {
    ...writeCommonFields(generation),
    status: statusOf(state),
    media: generation.media.map((view) => writeMessageMedia(view, baseUrl)),
    error: state.tag === 'failed' ? state.error : null,
  }
}
