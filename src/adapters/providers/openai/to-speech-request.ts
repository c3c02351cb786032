import type { Deployment } from '../../../domain/catalog/model.ts'
import { mannerOf } from '../../../domain/speech/manner.ts'
import type { SpeechRequest } from '../../../domain/speech/request.ts'
import type { OpenAiPost } from './openai-client.ts'

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

/** `stream_format: sse` in the catalogue: the model counts its tokens, and only in this form says so. */
export const isCountedStream = ({ parameters }: Pick<Deployment, 'parameters'>): boolean =>
  parameters['stream_format'] === 'sse'

/**
 * What to post. The vendor writes MP3 itself; all else is asked for as samples, because its WAV is a stream's and
 * leaves its own length open. The speed is told in words, like the rest of the manner.
 */
export const toSpeechRequest = (request: SpeechRequest, deployment: Deployment): OpenAiPost => {
  const manner = mannerOf(request)
  const body = {
    model: deployment.upstreamModel,
    input: request.input,
    voice: VOICES.has(request.voice) ? request.voice : FALLBACK_VOICE,
    ...(manner === null ? {} : { instructions: manner }),
    response_format: request.format === 'mp3' ? 'mp3' : 'pcm',
    ...deployment.parameters,
  }
  return { path: '/audio/speech', contentType: 'application/json', body: JSON.stringify(body) }
}
