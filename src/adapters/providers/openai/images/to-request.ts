import type { Deployment } from '../../../../domain/catalog/model.ts'
import type { InputImage, ImageRequest } from '../../../../domain/images/request.ts'
import type { Json } from '../../../../domain/json.ts'
import type { ProviderRequest } from '../../upstream/provider-http.ts'
import { extrasTaken } from '../../fields/image-extras.ts'
import { multipartBody } from '../multipart.ts'
import type { OutgoingPart } from '../multipart.ts'

/** Fields of the caller's own that OpenAI reads. Any other is unknown there and would fail the call. */
export const PASSED_ON = [
  'background',
  'output_format',
  'output_compression',
  'moderation',
  'input_fidelity',
  'user',
] as const

/**
 * What to post where. The image models answer in base64 and refuse to be asked for it, so `response_format` is never
 * sent. Reference images make an edit too: OpenAI has no other place for them.
 */
export const toRequest = (request: ImageRequest, deployment: Deployment, boundary: string): ProviderRequest => {
  const fields = fieldsOf(request, deployment)
  const given = [...request.images, ...request.referenceImages]
  if (given.length === 0) {
    return { path: '/images/generations', body: fields }
  }
  const parts: readonly OutgoingPart[] = [
    ...Object.entries(fields).map(([name, value]) => ({ name, text: textOf(value) })),
    ...given.map((image, index) => filePart('image[]', `image-${index}`, image)),
    ...(request.mask === null ? [] : [filePart('mask', 'mask', request.mask)]),
  ]
  return {
    path: '/images/edits',
    body: {
      contentType: `multipart/form-data; boundary=${boundary}`,
      bytes: multipartBody(parts, boundary),
    },
  }
}

const fieldsOf = (
  { prompt, n, size, quality, extras }: ImageRequest,
  { upstreamModel, parameters }: Deployment,
): Readonly<Record<string, unknown>> => ({
  ...extrasTaken(extras, PASSED_ON),
  model: upstreamModel,
  prompt,
  n,
  ...(size === null ? {} : { size }),
  ...(quality === null ? {} : { quality }),
  ...(parameters satisfies Readonly<Record<string, Json>>),
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const filePart = (name: string, fileName: string, { bytes, mimeType }: InputImage): OutgoingPart => ({
  name,
  fileName: `${fileName}.${mimeType.slice('image/'.length)}`,
  mimeType,
  bytes,
})
