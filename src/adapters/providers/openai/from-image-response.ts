import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageUsage } from '../../../domain/images/usage.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import { errorIn, fromErrorBody } from '../openai-errors.ts'
import type { UpstreamHeaders } from '../upstream-exchange.ts'
import { countOf, nonEmptyOf, objectOf, objectsIn } from '../wire.ts'
import type { Wire } from '../wire.ts'
import { toMediaFailure } from './media-failure.ts'

/** A picture as the vendor gives it: itself, or where it lies. */
export interface FoundImage {
  readonly source: { readonly tag: 'bytes'; readonly bytes: Uint8Array } | { readonly tag: 'url'; readonly url: string }
  readonly revisedPrompt: string | null
}

export interface FoundImages {
  /** At least one. */
  readonly images: readonly FoundImage[]
  readonly usage: ImageUsage | null
}

export const notImages = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'bad_answer',
  message: 'The upstream answered without a readable image.',
  upstreamRequestId,
})

export const fromImageResponse = (
  body: unknown,
  headers: UpstreamHeaders,
  upstreamRequestId: string | null,
): Either<UpstreamFailure, FoundImages> => {
  const error = errorIn(body)
  if (error !== null) return left(toMediaFailure(fromErrorBody(error, headers)))
  const wire = objectOf(body)
  const images = objectsIn(wire?.['data']).map(toFound)
  const found = images.filter((image) => image !== null)
  // Half an answer is none: a caller who asked for several and gets fewer cannot tell why.
  if (found.length === 0 || found.length !== images.length) return left(notImages(upstreamRequestId))
  return right({ images: found, usage: toUsage(objectOf(wire?.['usage'])) })
}

const toFound = (entry: Wire): FoundImage | null => {
  const revisedPrompt = nonEmptyOf(entry['revised_prompt'])
  const base64 = nonEmptyOf(entry['b64_json'])
  if (base64 !== null) {
    const bytes = new Uint8Array(Buffer.from(base64, 'base64'))
    return bytes.length === 0 ? null : { source: { tag: 'bytes', bytes }, revisedPrompt }
  }
  const url = nonEmptyOf(entry['url'])
  return url === null ? null : { source: { tag: 'url', url }, revisedPrompt }
}

/** What went in without being told apart counts as words: an image among it is the cheaper reading of the two. */
const toUsage = (usage: Wire | null): ImageUsage | null => {
  if (usage === null) return null
  const details = objectOf(usage['input_tokens_details'])
  const input = countOf(usage['input_tokens']) ?? 0
  const inputImageTokens = Math.min(countOf(details?.['image_tokens']) ?? 0, input)
  const outputTokens = countOf(usage['output_tokens']) ?? 0
  const total = countOf(usage['total_tokens']) ?? input + outputTokens
  return { inputTextTokens: input - inputImageTokens, inputImageTokens, outputTokens, totalTokens: total }
}
