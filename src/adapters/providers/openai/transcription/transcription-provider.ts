import { isLeft, left } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  TranscriptionCall,
  TranscriptionProvider,
  TranscriptionResult,
} from '../../../../application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { isEventStream } from '../../chat-stream.ts'
import { failureIn } from '../../openai-errors.ts'
import { readTranscript } from '../../transcript-stream.ts'
import type { JsonResponse, ProviderConnection } from '../../upstream/provider-http.ts'
import { toMediaFailure } from '../media-failure.ts'
import { openAiHttp } from '../openai-http.ts'
import { fromAnswer } from './from-answer.ts'
import { eventReader } from './read-event.ts'
import { toRequest } from './to-request.ts'

const fromResponse = (
  { body, headers, upstreamRequestId }: JsonResponse,
  { request }: TranscriptionCall,
): Either<UpstreamFailure, TranscriptionResult> => {
  const failure = failureIn(body, headers)
  return failure === null ? fromAnswer(body, request.format, upstreamRequestId) : left(toMediaFailure(failure))
}

/** Models that transcribe, at every server that has OpenAI's wire. */
export const openAiTranscriptions = (connection: ProviderConnection): TranscriptionProvider => {
  const http = openAiHttp(connection)
  return {
    transcribe: async (call) => {
      const { request, onPiece, signal, memory } = call
      const asked = toRequest(call, `gateway-${call.operationId}`)
      if (onPiece === undefined) {
        const response = await http.postJson(asked, call)
        return isLeft(response) ? response : fromResponse(response.right, call)
      }
      const response = await http.postStream(asked, signal)
      if (isLeft(response)) return response
      const { headers } = response.right
      if (isEventStream(headers)) {
        const upstreamRequestId = http.requestIdOf(headers)
        const read = eventReader({ format: request.format, headers, upstreamRequestId })
        const { maxEventChars } = http
        return readTranscript(response.right, { maxEventChars, upstreamRequestId, onPiece, readEvent: read })
      }
      const whole = await http.readJson(response.right, memory)
      return isLeft(whole) ? whole : fromResponse(whole.right, call)
    },
  }
}
