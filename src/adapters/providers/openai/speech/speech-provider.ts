import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { SpeechProvider } from '../../../../application/ports/providers/speech-provider.ts'
import type { ProviderConnection } from '../../upstream/provider-http.ts'
import { openAiHttp } from '../openai-http.ts'
import { fromResponse } from './from-response.ts'
import { ignoredVoice, toRequest } from './to-request.ts'

/** OpenAI's models that speak. */
export const openAiSpeech = (connection: ProviderConnection): SpeechProvider => {
  const http = openAiHttp(connection)
  return {
    synthesize: async (call) => {
      const response = await http.postBytes(toRequest(call.request, call.deployment), call)
      const spoken = isLeft(response) ? response : await fromResponse(response.right, call)
      return isLeft(spoken) ? spoken : right({ ...spoken.right, ignored: ignoredVoice(call.request.voice) })
    },
  }
}
