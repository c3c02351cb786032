import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { badAnswer } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { reportedWords } from '../failures/reported-words.ts'
import type { Wire } from '../wire.ts'
import { isPromptBlocked, toFinish } from './finish-reason.ts'
import { candidateOf, readParts } from './parts.ts'
import type { MediaPart } from './parts.ts'

/**
 * The images or sounds of an answer, at least one. Without any the answer is a refusal where Google says so: by
 * its reason to finish, by blocking the prompt, or in words in place of what was asked for. An answer that ran into
 * its limit is half a work and counts as none.
 */
export const mediaIn = (
  answer: Wire,
  upstreamRequestId: string | null,
): Either<UpstreamFailure, readonly MediaPart[]> => {
  const candidate = candidateOf(answer)
  const { media, text } = readParts(candidate)
  const finish = toFinish(candidate?.['finishReason']) ?? 'stop'
  if (isPromptBlocked(answer) || finish === 'content_filter') return refused(text, upstreamRequestId)
  if (finish === 'stop' && media.length > 0) return right(media)
  if (finish === 'stop' && text !== null && text.trim() !== '') return refused(text, upstreamRequestId)
  return left(badAnswer('The upstream answered without what it was asked to make.', upstreamRequestId))
}

const refused = (text: string | null, upstreamRequestId: string | null): Either<UpstreamFailure, never> =>
  left({
    tag: 'refused_content',
    message: reportedWords(text) ?? 'The upstream refused to make this.',
    upstreamRequestId,
  })
