import type { Deployment } from '../../../domain/catalog/model.ts'
import { mannerOf } from '../../../domain/speech/manner.ts'
import type { SpeechRequest } from '../../../domain/speech/request.ts'
import type { Wire } from '../wire.ts'
import { parametersOf, withFixedFields } from './deployment-parameters.ts'

/** The body of `generateContent` for speech. The vendor gives WAV or PCM as it likes; what it gave, it says. */
export const toSpeechRequest = (request: SpeechRequest, voiceName: string, deployment: Deployment): Wire => {
  const style = mannerOf(request)
  const body = {
    contents: [{ role: 'user', parts: [partOf(request.input, style, parametersOf(deployment).hasStyleField)] }],
    generationConfig: {
      responseModalities: ['AUDIO'],
      speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName } } },
    },
  }
  return withFixedFields(body, deployment)
}

/** Some models speak every word they are given and are told the manner apart; the others read it in the prompt. */
const partOf = (text: string, style: string | null, hasStyleField: boolean): Wire => {
  if (style === null) return { text }
  return hasStyleField ? { text, speechMetadata: { style } } : { text: `${style}: ${text}` }
}
