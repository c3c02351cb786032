import { isLeft } from 'fp-ts/lib/Either.js'
import type { TranscriptionProvider } from '../../../../application/ports/providers/transcription-provider.ts'
import { isEventStream } from '../../chat-stream.ts'
import { readTranscript } from '../../transcript-stream.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { googleHttp } from '../google-http.ts'
import { fromResponse } from './from-response.ts'
import { eventReader } from './read-event.ts'
import { toRequest } from './to-request.ts'

/** Google's models that hear, asked for a transcript. */
export const googleTranscriptions = (connection: ProviderConnection): TranscriptionProvider => {
  const http = googleHttp(connection)
  return {
    transcribe: async (call) => {
      const { onPiece, signal, memory } = call
      const asked = toRequest(call)
      if (isLeft(asked)) return asked
      if (onPiece === undefined) {
        const response = await http.postJson(asked.right, call)
        return isLeft(response) ? response : fromResponse(response.right)
      }
      const response = await http.postStream(asked.right, signal)
      if (isLeft(response)) return response
      const { headers } = response.right
      if (!isEventStream(headers)) {
        const whole = await http.readJson(response.right, memory)
        return isLeft(whole) ? whole : fromResponse(whole.right)
      }
      const upstreamRequestId = http.requestIdOf(headers)
      const readEvent = eventReader(headers, upstreamRequestId)
      return readTranscript(response.right, {
        maxEventChars: http.maxEventChars,
        upstreamRequestId,
        onPiece,
        readEvent,
      })
    },
  }
}
