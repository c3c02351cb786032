import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ImageResult } from '../../../../application/ports/providers/image-provider.ts'
import type { ImageUsage } from '../../../../domain/images/usage.ts'
import { imageFormatOf } from '../../../../domain/media/image-format.ts'
import { badAnswer } from '../../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import type { ProviderJson } from '../../upstream/provider-http.ts'
import { googleAnswer } from '../google-http.ts'
import { mediaIn } from '../media-answer.ts'
import { toImageUsage } from '../usage.ts'

/** The one image that one call was asked for: the last, as a model may show its drafts before it. */
export const fromResponse = (response: ProviderJson): Either<UpstreamFailure, ImageResult> => {
  const read = googleAnswer(response)
  if (isLeft(read)) return read
  const { body: answer, upstreamRequestId } = read.right
  const media = mediaIn(answer, upstreamRequestId)
  if (isLeft(media)) return media
  const bytes = new Uint8Array(Buffer.from(media.right.at(-1)?.data ?? '', 'base64'))
  return imageFormatOf(bytes) === null
    ? left(badAnswer('The upstream sent an image that is none.', upstreamRequestId))
    : right({
        images: [{ bytes, revisedPrompt: null }],
        usage: toImageUsage(answer['usageMetadata']),
        upstreamRequestId,
      })
}

/** What several calls came to together; null if one of them did not say, as a part is not the whole. */
export const summedUsage = (usages: readonly (ImageUsage | null)[]): ImageUsage | null => {
  const known = usages.filter((usage) => usage !== null)
  return known.length === usages.length
    ? known.reduce((sum, usage) => ({
        inputTextTokens: sum.inputTextTokens + usage.inputTextTokens,
        inputImageTokens: sum.inputImageTokens + usage.inputImageTokens,
        outputTokens: sum.outputTokens + usage.outputTokens,
        textOutputTokens: (sum.textOutputTokens ?? 0) + (usage.textOutputTokens ?? 0),
        totalTokens: sum.totalTokens + usage.totalTokens,
      }))
    : null
}
