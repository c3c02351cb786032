import type { TranscriptionProvider } from '../../../../application/ports/providers/transcription-provider.ts'
import { httpTranscription } from '../../http-transcription.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { googleHttp } from '../google-http.ts'
import { fromResponse } from './from-response.ts'
import { eventReader } from './read-event.ts'
import { toRequest } from './to-request.ts'

/** Google's models that hear, asked for a transcript. */
export const googleTranscriptions = (connection: ProviderConnection): TranscriptionProvider =>
  httpTranscription(googleHttp(connection), {
    toRequest,
    fromResponse,
    eventReader: (_, { headers, upstreamRequestId }) => eventReader(headers, upstreamRequestId),
  })
