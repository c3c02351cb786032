import type { TranscriptionCall } from '../../../../application/ports/providers/transcription-provider.ts'
import type { Json } from '../../../../domain/json.ts'
import type { TranscriptFormat } from '../../../../domain/transcription/request.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import { multipartBody } from '../multipart.ts'
import type { OutgoingPart } from '../multipart.ts'

/** What is asked for, by what the caller wants: only JSON says what is billed, so all else is made from it here. */
const ASKED_FORMAT: Readonly<Record<TranscriptFormat, string>> = {
  json: 'json',
  text: 'json',
  srt: 'verbose_json',
  verbose_json: 'verbose_json',
  vtt: 'verbose_json',
  diarized_json: 'diarized_json',
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value))

const field = (name: string, value: Json | null): readonly OutgoingPart[] =>
  value === null ? [] : [{ name, text: textOf(value) }]

const listed = (name: string, values: readonly string[]): readonly OutgoingPart[] =>
  values.map((text) => ({ name: `${name}[]`, text }))

/** What to post. The file is named by what its bytes are: servers of this wire read the format from the name. */
export const toRequest = (
  { request, deployment, onPiece }: Pick<TranscriptionCall, 'request' | 'deployment' | 'onPiece'>,
  boundary: string,
): ProviderRequest => {
  const { file, task, language, prompt, temperature, format } = request
  const fixed = deployment.parameters
  const asked = [
    ...field('model', deployment.upstreamModel),
    ...field('response_format', ASKED_FORMAT[format]),
    ...(task === 'transcribe' ? field('language', language) : []),
    ...field('prompt', prompt),
    ...field('temperature', temperature),
    ...listed('timestamp_granularities', request.granularities),
    ...listed('include', request.include),
    ...field('chunking_strategy', request.chunkingStrategy as Json),
    ...listed('known_speaker_names', request.knownSpeakers.names),
    ...listed('known_speaker_references', request.knownSpeakers.references),
    ...(onPiece === undefined ? [] : field('stream', true)),
  ]
  const parts: readonly OutgoingPart[] = [
    ...asked.filter(({ name }) => !(name in fixed)),
    ...Object.entries(fixed).flatMap(([name, value]) => field(name, value)),
    { name: 'file', fileName: `recording.${file.format}`, mimeType: 'application/octet-stream', bytes: file.bytes },
  ]
  return {
    path: task === 'translate' ? '/audio/translations' : '/audio/transcriptions',
    body: { contentType: `multipart/form-data; boundary=${boundary}`, bytes: multipartBody(parts, boundary) },
  }
}
