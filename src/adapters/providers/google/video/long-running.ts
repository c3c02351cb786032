import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo } from '../../../../application/ports/providers/video-provider.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { reservedExtra } from '../../../../domain/video/reserved-extras.ts'
import type { VideoRequest } from '../../../../domain/video/request.ts'
import { unsupported } from '../../failures/adapter-failures.ts'
import { failedVideo, refusedVideo } from '../../failures/failed-videos.ts'
import { reportedWords } from '../../failures/reported-words.ts'
import { arrayOf, idOf, nonEmptyOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { withFixedFields } from '../deployment-parameters.ts'
import { saysRefusal } from '../errors.ts'
import { modelPath } from '../model-path.ts'
import { base64Text } from '../../../../application/media/base64-text.ts'
import { finished } from './video-wire.ts'
import type { VideoSource, VideoWire } from './video-wire.ts'

/** Google's long-running operations (Veo, and the many proxies that speak it). */
export const longRunning: VideoWire = {
  toRequest: ({ request, deployment }) => {
    const checked = checkRequest(request)
    if (isLeft(checked)) return checked
    return right({
      path: modelPath(deployment, 'predictLongRunning'),
      body: withFixedFields(bodyOf(request), deployment),
    })
  },
  jobIdIn: (answer) => idOf(answer['name']),
  statePath: (upstreamJobId) => `/${upstreamJobId.split('/').map(encodeURIComponent).join('/')}`,
  stateIn: (answer) => stateIn(answer),
  videoIn: (answer) => videoIn(answer),
}

const checkRequest = (request: VideoRequest): Either<UpstreamFailure, void> => {
  if (request.aspectRatio === '1:1') return unsupported('size', 'This model makes videos of 16:9 and 9:16 alone.')
  const reserved = reservedExtra(request.extras)
  return reserved === null ? right(undefined) : unsupported(reserved, `'${reserved}' cannot be set here.`)
}

const bodyOf = (request: VideoRequest): Wire => ({
  instances: [
    {
      prompt: request.prompt,
      ...(request.firstFrame === null
        ? {}
        : {
            image: {
              bytesBase64Encoded: base64Text(request.firstFrame.bytes),
              mimeType: request.firstFrame.mimeType,
            },
          }),
    },
  ],
  parameters: {
    ...request.extras,
    sampleCount: 1,
    aspectRatio: request.aspectRatio,
    resolution: request.resolution,
    durationSeconds: request.seconds,
    ...(request.negativePrompt === null ? {} : { negativePrompt: request.negativePrompt }),
    ...(request.seed === null ? {} : { seed: request.seed }),
    ...(request.generateAudio === null ? {} : { generateAudio: request.generateAudio }),
  },
})

const stateIn = (operation: Wire): UpstreamVideo | null => {
  if (nonEmptyOf(operation['name']) === null && operation['done'] === undefined) return null
  if (operation['done'] !== true) return { tag: 'running' }
  const error = objectOf(operation['error'])
  if (error !== null) {
    const words = reportedWords(error['message'])
    return words !== null && saysRefusal(words) ? refusedVideo(words) : failedVideo(words)
  }
  const video = videoIn(operation)
  if (video !== null) return finished(video)
  // Done without an error and without a video means filtered (`raiMediaFilteredCount`), whether it is counted or not.
  return refusedVideo(reportedWords(reasonsIn(operation).join(' ')))
}

/** At Google the result lies one level deeper than at its cloud. */
const resultIn = (operation: Wire): Wire => {
  const response = objectOf(operation['response']) ?? {}
  return objectOf(response['generateVideoResponse']) ?? response
}

const reasonsIn = (operation: Wire): readonly string[] =>
  (arrayOf(resultIn(operation)['raiMediaFilteredReasons']) ?? []).flatMap((reason) => nonEmptyOf(reason) ?? [])

const videoIn = (operation: Wire): VideoSource | null => {
  const result = resultIn(operation)
  const sample = objectsIn(result['generatedSamples'])[0] ?? objectsIn(result['videos'])[0]
  const video = objectOf(sample?.['video']) ?? sample
  const uri = nonEmptyOf(video?.['uri'])
  const data = nonEmptyOf(video?.['encodedVideo']) ?? nonEmptyOf(video?.['bytesBase64Encoded'])
  if (uri !== null) return { tag: 'address', uri }
  return data === null ? null : { tag: 'inline', data }
}
