import { left } from 'fp-ts/lib/Either.js'
import type { SpeechProvider } from '../../../application/ports/speech-provider.ts'
import { nativeVoice } from '../../../domain/speech/voice.ts'
import { failureIn } from './errors.ts'
import { fromSpeechResponse } from './from-speech-response.ts'
import { googleClient } from './google-client.ts'
import { modelPath } from './model-path.ts'
import { toSpeechRequest } from './to-speech-request.ts'
import type { VendorAccess } from '../vendor-access.ts'

/** Google's models that speak, of both generations. */
export const googleSpeech = (deps: VendorAccess): SpeechProvider => {
  const client = googleClient(deps)
  return {
    speak: async ({ request, deployment, signal }) => {
      const body = toSpeechRequest(request, nativeVoice(request.voice), deployment)
      const answer = await client.postJson(modelPath(deployment, 'generateContent'), body, signal)
      if (answer._tag === 'Left') return answer
      const failure = failureIn(answer.right.body, answer.right.headers)
      return failure === null ? fromSpeechResponse(answer.right.body, answer.right.upstreamRequestId) : left(failure)
    },
  }
}
