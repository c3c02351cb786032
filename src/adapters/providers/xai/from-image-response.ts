import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { errorIn, fromErrorBody, requestIdOf } from '../openai-errors.ts'
import { arrayOf, nonEmptyOf, objectOf } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { blocked, toMediaFailure } from './media-failure.ts'
import type { XaiAnswer } from './xai-client.ts'

/** A picture as the vendor gives it: itself, or where it lies. */
export interface FoundImage {
  readonly source: { readonly tag: 'bytes'; readonly bytes: Uint8Array } | { readonly tag: 'url'; readonly url: string }
  readonly revisedPrompt: string | null
}

export const notImages = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'bad_answer',
  message: 'The upstream answered without a readable image.',
  upstreamRequestId,
})

/**
 * The pictures of an answer, at least one. One that moderation took away fails the answer: a caller who asked for
 * several and gets fewer cannot tell why.
 */
export const fromImageResponse = ({
  body,
  headers,
}: XaiAnswer): Either<UpstreamFailure, readonly [FoundImage, ...FoundImage[]]> => {
  const requestId = requestIdOf(headers)
  const error = errorIn(body)
  if (error !== null) return left(toMediaFailure(fromErrorBody(error, headers)))
  const entries = (arrayOf(objectOf(body)?.['data']) ?? []).map((entry): Wire => objectOf(entry) ?? {})
  if (entries.some((entry) => entry['respect_moderation'] === false)) return left(blocked(requestId))
  const found = entries.map(toFound)
  const [first, ...others] = found.filter((image) => image !== null)
  return first === undefined || found.length !== others.length + 1
    ? left(notImages(requestId))
    : right([first, ...others])
}

const toFound = (entry: Wire): FoundImage | null => {
  const revisedPrompt = nonEmptyOf(entry['revised_prompt'])
  const base64 = nonEmptyOf(entry['b64_json'])
  if (base64 !== null) {
    const bytes = new Uint8Array(Buffer.from(base64.replace(/^data:[^,]*,/, ''), 'base64'))
    return bytes.length === 0 ? null : { source: { tag: 'bytes', bytes }, revisedPrompt }
  }
  const url = nonEmptyOf(entry['url'])
  return url === null ? null : { source: { tag: 'url', url }, revisedPrompt }
}
