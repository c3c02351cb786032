import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo } from '../../../../application/ports/providers/video-provider.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { normalizedName } from '../../../../domain/parameters/request-fields.ts'
import { reservedExtra } from '../../../../domain/video/reserved-extras.ts'
import type { VideoRequest } from '../../../../domain/video/request.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { failedVideo, refusedVideo } from '../../failures/failed-videos.ts'
import { reportedWords } from '../../failures/reported-words.ts'
import { idOf, nonEmptyOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { overlaid, withFixedFields } from '../deployment-parameters.ts'
import { saysRefusal } from '../errors.ts'
import { base64Text } from '../../../../application/media/base64-text.ts'
import { finished } from './video-wire.ts'
import type { VideoSource, VideoWire } from './video-wire.ts'

/** Google's Interactions API: videos in the background, each named by the id of its interaction. */
export const interactions: VideoWire = {
  toRequest: ({ request, deployment }) => {
    const checked = checkRequest(request)
    if (isLeft(checked)) return checked
    const body = withFixedFields(overlaid(request.extras, bodyOf(request, deployment.upstreamModel)), deployment)
    return right({ path: '/interactions', body })
  },
  jobIdIn: (answer) => idOf(answer['id']),
  statePath: (upstreamJobId) => `/interactions/${encodeURIComponent(upstreamJobId)}`,
  stateIn: (answer) => stateIn(answer),
  videoIn: (answer) => videoIn(answer),
}

/** Fields of this wire that reach into other interactions, out of Google, or choose what is priced. */
const RESERVED: ReadonlySet<string> = new Set(
  ['agent_config', 'environment', 'safety_identifier', 'response_modalities', 'speech_config', 'video_config'].map(
    normalizedName,
  ),
)

/** The one field of this wire that a caller may add to, in its one spelling. */
const MERGED = 'generation_config'

const respelt = (extras: Wire): string | null =>
  Object.keys(extras).find((name) => name !== MERGED && normalizedName(name) === normalizedName(MERGED)) ?? null

const checkRequest = (request: VideoRequest): Either<UpstreamFailure, void> => {
  if (request.aspectRatio === '1:1') return unsupported('size', 'This model makes videos of 16:9 and 9:16 alone.')
  if (request.generateAudio === false) return unsupported('generate_audio', 'This model makes videos with sound alone.')
  if (request.negativePrompt !== null) return unsupported('negative_prompt', 'This model takes no negative prompt.')
  const reserved = reservedExtra(request.extras, RESERVED) ?? respelt(request.extras)
  return reserved === null ? right(undefined) : unsupported(reserved, `'${reserved}' cannot be set here.`)
}

const bodyOf = (request: VideoRequest, model: string): Wire => ({
  model,
  input: [
    ...(request.firstFrame === null
      ? []
      : [{ type: 'image', data: base64Text(request.firstFrame.bytes), mime_type: request.firstFrame.mimeType }]),
    { type: 'text', text: request.prompt },
  ],
  // Else the answer would be kept back until the video is finished.
  background: true,
  response_format: {
    type: 'video',
    aspect_ratio: request.aspectRatio,
    resolution: request.resolution,
    duration: `${request.seconds}s`,
    // Inside an answer only a few megabytes have room.
    delivery: 'uri',
  },
  generation_config: {
    ...(request.seed === null ? {} : { seed: request.seed }),
    video_config: { task: request.firstFrame === null ? 'text_to_video' : 'image_to_video' },
  },
})

/** States in which a job will never move again. */
const ENDED = new Set([
  'failed',
  'cancelled',
  'incomplete',
  'budget_exceeded',
  'requires_action',
  'requires_continuation',
])

const stateIn = (interaction: Wire): UpstreamVideo | null => {
  const status = nonEmptyOf(interaction['status'])
  if (status === null) return null
  const video = videoIn(interaction)
  if (status === 'completed' && video !== null) return finished(video)
  if (status !== 'completed' && !ENDED.has(status)) return { tag: 'running' }
  const trouble = troubleIn(interaction)
  if (trouble !== null && saysRefusal(trouble)) return refusedVideo(trouble)
  // A refusal is a completed interaction with a text, without a video and without an error.
  return status === 'completed' && trouble === null ? refusedVideo(wordsIn(interaction)) : failedVideo(trouble)
}

/** What went wrong, in the provider's words: with the whole, or with what the model put out. */
const troubleIn = (interaction: Wire): string | null => {
  const errors = [
    ...objectsIn(interaction['errors']),
    objectOf(interaction['error']),
    ...objectsIn(interaction['steps']).map((step) => objectOf(step['error'])),
  ]
  return errors.map((error) => reportedWords(error?.['message'])).find((message) => message !== null) ?? null
}

/** What the model put out, in order. */
const outputIn = (interaction: Wire): readonly Wire[] =>
  objectsIn(interaction['steps'])
    .filter((step) => step['type'] === 'model_output')
    .flatMap((step) => objectsIn(step['content']))

const videoIn = (interaction: Wire): VideoSource | null => {
  const video = outputIn(interaction).findLast((content) => content['type'] === 'video')
  const uri = nonEmptyOf(video?.['uri'])
  const data = nonEmptyOf(video?.['data'])
  if (uri !== null) return { tag: 'address', uri }
  return data === null ? null : { tag: 'inline', data }
}

const wordsIn = (interaction: Wire): string | null =>
  reportedWords(
    outputIn(interaction)
      .flatMap((content) => nonEmptyOf(content['text']) ?? [])
      .join(' '),
  )
