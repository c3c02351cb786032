import { isLeft } from 'fp-ts/lib/Either.js'
import type { TranscriptionProvider } from '../../../../application/ports/providers/transcription-provider.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { googleHttp } from '../google-http.ts'
import { fromResponse } from './from-response.ts'
import { toRequest } from './to-request.ts'

/** Google's models that hear, asked for a transcript. */
export const googleTranscriptions = (connection: ProviderConnection): TranscriptionProvider => {
  const http = googleHttp(connection)
  return {
    transcribe: async (call) => {
      const asked = toRequest(call)
      if (isLeft(asked)) return asked
      const response = await http.postJson(asked.right, call.signal)
      return isLeft(response) ? response : fromResponse(response.right)
    },
  }
}
