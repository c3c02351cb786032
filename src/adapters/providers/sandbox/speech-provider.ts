import { left, right } from 'fp-ts/lib/Either.js'
import type { SpeechProvider } from '../../../application/ports/providers/speech-provider.ts'
import { ignoredVoice, nativeVoice } from '../native-voice.ts'
import { sandboxPcm } from './media/pcm.ts'

/** Speaks inside the process: raw samples, as the providers' models give them, and no usage. */
export const sandboxSpeech = (): SpeechProvider => ({
  synthesize: async ({ request, deployment, operationId }) => {
    const upstreamRequestId = `sandbox-${operationId}`
    if (deployment.upstreamModel !== 'speech') {
      const message = `The sandbox has no speech model "${deployment.upstreamModel}".`
      return left({ tag: 'misconfigured', message, upstreamRequestId })
    }
    const { samples, sampleRateHz } = sandboxPcm(request.input, nativeVoice(request.voice), request.speed)
    const mimeType = `audio/L16;codec=pcm;rate=${sampleRateHz}`
    const ignored = ignoredVoice(request.voice)
    return right({ audio: samples, mimeType, usage: null, ignored, upstreamRequestId })
  },
})
