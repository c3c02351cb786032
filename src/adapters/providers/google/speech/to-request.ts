import type { Deployment } from '../../../../domain/catalog/model.ts'
import { nativeVoice } from '../../native-voice.ts'
import { speakingInstructionsOf } from '../../../../domain/speech/speaking-instructions.ts'
import type { SpeechRequest } from '../../../../domain/speech/request.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import type { Wire } from '../../wire.ts'
import { modelPath } from '../model-path.ts'
import { parametersOf, withFixedFields } from '../deployment-parameters.ts'

/** What to post for speech. The provider gives WAV or PCM as it likes; what it gave, it says. */
export const toRequest = (request: SpeechRequest, deployment: Deployment): ProviderRequest => {
  const style = speakingInstructionsOf(request)
  const body = {
    contents: [{ role: 'user', parts: [partOf(request.input, style, parametersOf(deployment).hasStyleField)] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: nativeVoice(request.voice) } } },
    },
  }
  return { path: modelPath(deployment, 'generateContent'), body: withFixedFields(body, deployment) }
}

/** Some models speak every word they get and have a field for the style; the others read the style in the prompt. */
const partOf = (text: string, style: string | null, hasStyleField: boolean): Wire => {
  if (style === null) return { text }
  return hasStyleField ? { text, speechMetadata: { style } } : { text: `${style}: ${text}` }
}
