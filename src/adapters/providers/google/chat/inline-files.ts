import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { UrlFetcher, UrlFetchLimits } from '../../../../application/ports/media/url-fetcher.ts'
import { writtenFormatOf } from '../../web-files/written-format.ts'
import { PDF_MIME_TYPE } from '../../../../domain/media/pdf.ts'
import type { UpstreamFailure } from '../../../../domain/routing/upstream-failure.ts'
import { fetchWebFiles, keyOf } from '../../web-files/web-files.ts'
import type { WebFile } from '../../web-files/web-files.ts'
import { rejected, unsupported } from '../../failures/adapter-failures.ts'

const PDF_DATA = `data:${PDF_MIME_TYPE};base64,`

/** As Google's `inlineData` wants it. */
interface InlineFile {
  readonly mimeType: string
  /** Base64. */
  readonly data: string
}

/** Files of the web by their `keyOf`: Google reads no foreign addresses, so the gateway fetches them. */
export type FetchedFiles = ReadonlyMap<string, InlineFile>

export const NO_FILES: FetchedFiles = new Map()

/** Fetches the images and PDFs that are named by their address, in the form that Google wants. */
export const fetchFiles = async (
  fetcher: UrlFetcher,
  files: readonly WebFile[],
  bounds: Pick<UrlFetchLimits, 'signal' | 'memory'>,
): Promise<Either<UpstreamFailure, FetchedFiles>> => {
  const fetched = await fetchWebFiles(fetcher, files, bounds)
  if (isLeft(fetched)) return fetched
  const inlined = new Map<string, InlineFile>()
  for (const file of files) {
    const data = fetched.right.get(keyOf(file)) ?? ''
    const inline = file.accept === 'pdf' ? right(inlinePdf(data)) : toInlineImage(data, file.param)
    if (isLeft(inline)) return inline
    inlined.set(keyOf(file), inline.right)
  }
  return right(inlined)
}

const inlinePdf = (data: string): InlineFile => ({ mimeType: PDF_MIME_TYPE, data })

/** A PDF in a `data:` URL, as it was written when the call was planned; null for any other text. */
export const dataPdf = (url: string): InlineFile | null =>
  url.startsWith(PDF_DATA) ? inlinePdf(url.slice(PDF_DATA.length)) : null

/** An image of a `data:` URL; null for any other address. */
export const dataImage = (url: string, param: string): Either<UpstreamFailure, InlineFile> | null => {
  const comma = url.indexOf(',')
  return /^data:[^,]*;base64$/i.test(url.slice(0, Math.max(0, comma)))
    ? toInlineImage(url.slice(comma + 1), param)
    : null
}

/** The bytes say what they are; what a caller or server called them decides nothing. */
const toInlineImage = (data: string, param: string): Either<UpstreamFailure, InlineFile> => {
  const mimeType = writtenFormatOf(data)
  if (mimeType === null) return rejected('invalid_image', param, 'The data is no PNG, JPEG or WebP image.')
  if (mimeType === 'image/gif') return unsupported(param, 'This model reads no GIF images.')
  return right({ mimeType, data })
}
