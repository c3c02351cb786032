import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { SpeechAnswer } from '../../../application/ports/speech-provider.ts'
import { fileFormatOf } from '../../../domain/media/file-format.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { Wire } from '../wire.ts'
import { mediaIn } from './media-answer.ts'
import { toUsage } from './usage.ts'

/** What the vendor spoke, in one piece. */
export const fromSpeechResponse = (
  answer: Wire,
  upstreamRequestId: string | null,
): Either<UpstreamFailure, SpeechAnswer> => {
  const media = mediaIn(answer, upstreamRequestId)
  if (media._tag === 'Left') return media
  const pieces = media.right.map(({ data }) => Buffer.from(data, 'base64'))
  const audio = new Uint8Array(Buffer.concat(pieces))
  // A file says itself what it is; only samples without a header need the vendor's word for them.
  const mimeType = fileFormatOf(audio) ?? media.right[0]?.mimeType ?? ''
  return audio.length === 0 || mimeType === ''
    ? left({ tag: 'bad_answer', message: 'The upstream sent a sound that is none.', upstreamRequestId })
    : right({ audio, mimeType, usage: toUsage(answer['usageMetadata']), upstreamRequestId })
}
