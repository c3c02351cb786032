import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  TranscriptionCall,
  TranscriptionProvider,
  TranscriptionResult,
} from '../../../../application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { httpTranscription } from '../../http-transcription.ts'
import { failureIn } from '../../openai-errors.ts'
import type { ProviderJson, ProviderConnection } from '../../upstream/provider-http.ts'
import { toMediaFailure } from '../media-failure.ts'
import { openAiHttp } from '../openai-http.ts'
import { fromAnswer } from './from-answer.ts'
import { eventReader } from './read-event.ts'
import { toRequest } from './to-request.ts'

const fromResponse = (
  { body, headers, upstreamRequestId }: ProviderJson,
  { request }: TranscriptionCall,
): Either<UpstreamFailure, TranscriptionResult> => {
  const failure = failureIn(body, headers)
  return failure === null ? fromAnswer(body, request.format, upstreamRequestId) : left(toMediaFailure(failure))
}

/** Models that transcribe, at every server that has OpenAI's wire. */
export const openAiTranscriptions = (connection: ProviderConnection): TranscriptionProvider =>
  httpTranscription(openAiHttp(connection), {
    toRequest: (call) => right(toRequest(call, `gateway-${call.operationId}`)),
    fromResponse,
    eventReader: ({ request: { format } }, head) => eventReader({ format, ...head }),
  })
