import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type {
  TranscriptionCall,
  TranscriptionProvider,
  TranscriptionResult,
} from '../../application/ports/providers/transcription-provider.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import { isEventStream } from './streams/chat-stream.ts'
import { readTranscript } from './streams/transcript-stream.ts'
import type { TranscriptStep } from './streams/transcript-stream.ts'
import type { ProviderJson, ProviderHttp, ProviderRequest } from './upstream/provider-http.ts'
import type { UpstreamHeaders } from './upstream/upstream-http.ts'
import { DETAILED_LIMITS } from './wire.ts'

interface AnswerHead {
  readonly headers: UpstreamHeaders
  readonly upstreamRequestId: string | null
}

/** How one provider puts transcription into HTTP: two mappings and a reader of events. */
interface TranscriptionWire {
  /** A Left says why the provider cannot be asked this; then nothing is sent. */
  toRequest(call: TranscriptionCall): Either<UpstreamFailure, ProviderRequest>
  /** Reads a response with status 200 to 299, which may hold an error all the same. */
  fromResponse(response: ProviderJson, call: TranscriptionCall): Either<UpstreamFailure, TranscriptionResult>
  /** Reads the events of one answer, each by its JSON value. */
  eventReader(call: TranscriptionCall, head: AnswerHead): (body: unknown) => TranscriptStep
}

/** Transcription over HTTP. A provider that is asked for a stream may answer in one piece all the same. */
export const httpTranscription = (http: ProviderHttp, wire: TranscriptionWire): TranscriptionProvider => {
  const inOnePiece = (
    response: Either<UpstreamFailure, ProviderJson>,
    call: TranscriptionCall,
  ): Either<UpstreamFailure, TranscriptionResult> =>
    isLeft(response) ? response : wire.fromResponse(response.right, call)

  return {
    transcribe: async (call) => {
      const { onPiece, signal, memory } = call
      const request = wire.toRequest(call)
      if (isLeft(request)) return request
      if (onPiece === undefined) return inOnePiece(await http.postJson(request.right, call, DETAILED_LIMITS), call)
      const response = await http.postStream(request.right, signal)
      if (isLeft(response)) return response
      const { headers } = response.right
      if (!isEventStream(headers)) return inOnePiece(await http.readJson(response.right, memory, DETAILED_LIMITS), call)
      const upstreamRequestId = http.requestIdOf(headers)
      const readEvent = wire.eventReader(call, { headers, upstreamRequestId })
      const { maxEventChars, maxStreamBytes } = http
      const bounds = { maxEventChars, maxStreamBytes, memory }
      return readTranscript(response.right, { ...bounds, upstreamRequestId, onPiece, readEvent })
    },
  }
}
