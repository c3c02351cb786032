import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { FetchedFile, UrlFetchFailure, UrlFetchLimits } from '../../application/ports/media/url-fetcher.ts'
import { assetKindOf } from '../../domain/media/asset.ts'
import { fileFormatOf } from '../../domain/media/file-format.ts'
import { isPdf, PDF_MIME_TYPE } from '../../domain/media/pdf.ts'

const WRONG_KIND: Readonly<Record<UrlFetchLimits['accept'], UrlFetchFailure>> = {
  image: { tag: 'invalid_image', message: 'The address does not lead to a PNG, JPEG, WebP or GIF image.' },
  video: { tag: 'url_not_fetchable', message: 'The address does not lead to a video.' },
  pdf: { tag: 'url_not_fetchable', message: 'The address does not lead to a PDF.' },
  any: { tag: 'url_not_fetchable', message: 'The address leads to a file of an unknown kind.' },
}

/** Takes the media type from the first bytes, and refuses a type that the caller did not ask for. */
export const fetchedFile = (
  bytes: Uint8Array,
  accept: UrlFetchLimits['accept'],
): Either<UrlFetchFailure, FetchedFile> => {
  if (accept === 'pdf') return isPdf(bytes) ? right({ bytes, mimeType: PDF_MIME_TYPE }) : left(WRONG_KIND.pdf)
  const mimeType = fileFormatOf(bytes)
  if (mimeType === null || (accept !== 'any' && assetKindOf(mimeType) !== accept)) return left(WRONG_KIND[accept])
  return right({ bytes, mimeType })
}
