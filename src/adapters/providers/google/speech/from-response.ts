import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SpeechResult } from '../../../../application/ports/providers/speech-provider.ts'
import { fileFormatOf } from '../../../../domain/media/file-format.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { googleAnswer } from '../google-http.ts'
import { mediaIn } from '../media-answer.ts'
import { toUsage } from '../usage.ts'

/** What the provider spoke, in one piece. */
export const fromResponse = (response: ProviderJson): Either<UpstreamFailure, Omit<SpeechResult, 'ignored'>> => {
  const read = googleAnswer(response)
  if (isLeft(read)) return read
  const { body: answer, upstreamRequestId } = read.right
  const media = mediaIn(answer, upstreamRequestId)
  if (isLeft(media)) return media
  const pieces = media.right.map(({ data }) => Buffer.from(data, 'base64'))
  const audio = new Uint8Array(Buffer.concat(pieces))
  // A file says itself what it is; only samples without a header need the provider's word for them.
  const mimeType = fileFormatOf(audio) ?? media.right[0]?.mimeType ?? ''
  return audio.length === 0 || mimeType === ''
    ? left(badAnswer('The upstream sent a sound that is none.', upstreamRequestId))
    : right({ audio, mimeType, usage: toUsage(answer['usageMetadata']), upstreamRequestId })
}
