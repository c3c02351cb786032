import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { SpeechProvider } from '../../../../application/ports/providers/speech-provider.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { ignoredVoice } from '../../native-voice.ts'
import { googleHttp } from '../google-http.ts'
import { fromResponse } from './from-response.ts'
import { toRequest } from './to-request.ts'

/** Google's models that speak, of both generations. */
export const googleSpeech = (connection: ProviderConnection): SpeechProvider => {
  const http = googleHttp(connection)
  return {
    synthesize: async ({ request, deployment, ...bounds }) => {
      const response = await http.postJson(toRequest(request, deployment), bounds)
      const spoken = isLeft(response) ? response : fromResponse(response.right)
      return isLeft(spoken) ? spoken : right({ ...spoken.right, ignored: ignoredVoice(request.voice) })
    },
  }
}
