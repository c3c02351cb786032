import type { Deployment } from '../../../../domain/catalog/model.ts'
import { speakingInstructionsOf } from '../../../../domain/speech/speaking-instructions.ts'
import type { SpeechRequest } from '../../../../domain/speech/request.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'

const VOICES: ReadonlySet<string> = new Set([
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
])

const FALLBACK_VOICE = 'coral'

/** The field of a voice that the provider does not have, so that the fallback speaks. */
export const ignoredVoice = (asked: string): readonly string[] => (asked === '' || VOICES.has(asked) ? [] : ['voice'])

/** `stream_format: sse` in the catalogue: the model counts its tokens, and only in this form says so. */
export const isCountedStream = ({ parameters }: Pick<Deployment, 'parameters'>): boolean =>
  parameters['stream_format'] === 'sse'

/**
 * What to post. The provider writes MP3 itself; all else is asked for as samples, because its WAV is a stream's and
 * leaves its own length open. The speed stands in words among the instructions.
 */
export const toRequest = (request: SpeechRequest, deployment: Deployment): ProviderRequest => {
  const instructions = speakingInstructionsOf(request)
  const body = {
    model: deployment.upstreamModel,
    input: request.input,
    voice: VOICES.has(request.voice) ? request.voice : FALLBACK_VOICE,
    ...(instructions === null ? {} : { instructions }),
    response_format: request.format === 'mp3' ? 'mp3' : 'pcm',
    ...deployment.parameters,
  }
  return { path: '/audio/speech', body }
}
