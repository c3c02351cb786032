import type { SpeechProvider } from '../../../application/ports/speech-provider.ts'
import { fromSpeechBytes, fromSpeechEvents } from './from-speech-response.ts'
import { openAiClient } from './openai-client.ts'
import { isCountedStream, toSpeechRequest } from './to-speech-request.ts'
import type { VendorAccess } from '../vendor-access.ts'

/** OpenAI's models that speak. */
export const openAiSpeech = (deps: VendorAccess): SpeechProvider => {
  const client = openAiClient(deps)
  return {
    speak: async ({ request, deployment, signal }) => {
      const answer = await client.post(toSpeechRequest(request, deployment), signal)
      if (answer._tag === 'Left') return answer
      const format = request.format === 'mp3' ? 'mp3' : 'pcm'
      return isCountedStream(deployment)
        ? fromSpeechEvents(answer.right, format)
        : fromSpeechBytes(answer.right, format)
    },
  }
}
