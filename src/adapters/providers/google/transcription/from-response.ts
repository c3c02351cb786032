import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TranscriptionResult } from '../../../../application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { TranscriptionUsage } from '../../../../domain/transcription/usage.ts'
import { badAnswer } from '../../failures/adapter-failures.ts'
import type { JsonResponse } from '../../upstream/provider-http.ts'
import { countOf, objectOf, objectsIn } from '../../wire.ts'
import { isPromptBlocked, toFinish } from '../finish-reason.ts'
import { googleAnswer } from '../google-http.ts'
import { candidateOf, readParts } from '../parts.ts'
import { toUsage } from '../usage.ts'

const usageIn = (metadata: unknown): TranscriptionUsage | null => {
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

/** What the model wrote down. An answer that ran into its limit is half a transcript and counts as none. */
export const fromResponse = (response: JsonResponse): Either<UpstreamFailure, TranscriptionResult> => {
  const answer = googleAnswer(response)
  if (isLeft(answer)) return answer
  const { body, upstreamRequestId } = answer.right
  const candidate = candidateOf(body)
  const finish = toFinish(candidate?.['finishReason']) ?? 'stop'
  if (isPromptBlocked(body) || finish === 'content_filter') {
    const message = 'The upstream refused to write this down.'
    return left({ tag: 'refused_content', message, upstreamRequestId })
  }
  if (candidate === null || finish !== 'stop') {
    return left(badAnswer('The upstream answered without a whole transcript.', upstreamRequestId))
  }
  const text = (readParts(candidate).text ?? '').trim()
  const transcript = { text, language: null, segments: null, words: null, logprobs: null }
  return right({ transcript, usage: usageIn(body['usageMetadata']), upstreamRequestId })
}
