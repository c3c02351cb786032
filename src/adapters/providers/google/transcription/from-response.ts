import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TranscriptionResult } from '../../../../application/ports/providers/transcription-provider.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { Transcript } from '../../../../domain/transcription/transcript.ts'
import type { TranscriptionUsage } from '../../../../domain/transcription/usage.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { countOf, objectOf, objectsIn } from '../../wire.ts'
import type { Wire } from '../../wire.ts'
import { isPromptBlocked, toFinish } from '../finish-reason.ts'
import { googleAnswer } from '../google-http.ts'
import { candidateOf, readParts } from '../parts.ts'
import { toUsage } from '../usage.ts'

/** What the model read and wrote, tokens of sound apart from those of words. */
export const usageIn = (metadata: unknown): TranscriptionUsage | null => {
  const usage = toUsage(metadata)
  if (usage === null) return null
  const words = objectsIn(objectOf(metadata)?.['promptTokensDetails']).filter(({ modality }) => modality === 'TEXT')
  const textTokens = Math.min(
    usage.promptTokens,
    words.reduce((sum, detail) => sum + (countOf(detail['tokenCount']) ?? 0), 0),
  )
  const audioTokens = usage.promptTokens - textTokens
  return { tag: 'tokens', audioTokens, textTokens, outputTokens: usage.completionTokens }
}

/** Whether an answer, or an event of one, ends the transcript. */
type AnswerEnd =
  | { readonly tag: 'whole' }
  | { readonly tag: 'open' }
  | { readonly tag: 'failed'; readonly failure: UpstreamFailure }

/** An answer that ran into its limit is half a transcript and counts as none. */
export const endOf = (answer: Wire, upstreamRequestId: string | null): AnswerEnd => {
  const finish = toFinish(candidateOf(answer)?.['finishReason'])
  if (isPromptBlocked(answer) || finish === 'content_filter') {
    const message = 'The upstream refused to write this down.'
    return { tag: 'failed', failure: { tag: 'refused_content', message, upstreamRequestId } }
  }
  if (finish === null) return { tag: 'open' }
  return finish === 'stop'
    ? { tag: 'whole' }
    : { tag: 'failed', failure: badAnswer('The upstream wrote no whole transcript.', upstreamRequestId) }
}

export const transcriptOf = (text: string): Transcript => ({
  text: text.trim(),
  language: null,
  languages: null,
  segments: null,
  words: null,
  spoken: null,
  logprobs: null,
})

/** What the model wrote down, in one piece. */
export const fromResponse = (response: ProviderJson): Either<UpstreamFailure, TranscriptionResult> => {
  const answer = googleAnswer(response)
  if (isLeft(answer)) return answer
  const { body, upstreamRequestId } = answer.right
  const candidate = candidateOf(body)
  const end = endOf(body, upstreamRequestId)
  if (end.tag === 'failed') return left(end.failure)
  if (candidate === null) return left(badAnswer('The upstream answered without a transcript.', upstreamRequestId))
  const transcript = transcriptOf(readParts(candidate).text ?? '')
  return right({ transcript, usage: usageIn(body['usageMetadata']), upstreamRequestId })
}
