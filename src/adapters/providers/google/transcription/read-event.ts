import { left, right } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { TranscriptStep } from '../../streams/transcript-stream.ts'
import type { UpstreamHeaders } from '../../upstream/upstream-http.ts'
import { idOf, objectOf } from '../../wire.ts'
import { failureIn } from '../errors.ts'
import { candidateOf, readParts } from '../parts.ts'
import { endOf, transcriptOf, usageIn } from './from-response.ts'

const fails = (failure: UpstreamFailure): TranscriptStep => ({ piece: '', end: left(failure) })

/** Reads the events of one answer. The one with a reason to finish is the last, and has the count. */
export const eventReader = (headers: UpstreamHeaders, requestId: string | null) => {
  let text = ''
  let upstreamRequestId = requestId
  return (body: unknown): TranscriptStep => {
    const failure = failureIn(body, headers)
    if (failure !== null) return fails(failure)
    const answer = objectOf(body)
    if (answer === null) return { piece: '', end: null }
    upstreamRequestId ??= idOf(answer['responseId'])
    const piece = readParts(candidateOf(answer)).text ?? ''
    text += piece
    const end = endOf(answer, upstreamRequestId)
    switch (end.tag) {
      case 'failed':
        return fails(end.failure)
      case 'open':
        return { piece, end: null }
      case 'whole': {
        const usage = usageIn(answer['usageMetadata'])
        return { piece, end: right({ transcript: transcriptOf(text), usage, upstreamRequestId }) }
      }
    }
  }
}
