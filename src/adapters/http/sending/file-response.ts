import * as t from 'io-ts'
import type { StoredFile } from '../../../application/media/stored-file.ts'
import { decideRange } from '../../../domain/media/byte-range.ts'
import type { HttpResponse } from './http-response.ts'
import { nullish } from '../codecs/codecs.ts'

/** The headers by which a client asks for a part, or for nothing when it has the file already. */
export const fileRequestHeaders = t.partial({
  range: nullish(t.string),
  'if-range': nullish(t.string),
  'if-none-match': nullish(t.string),
})

/** What those headers may bring in place of the whole file, for documents. */
export const FILE_STATUSES = {
  '206': 'The part that `Range` asks for.',
  '304': 'The file is still the one that `If-None-Match` names.',
  '416': 'The file has no such part as `Range` asks for.',
} as const

type FileRequestHeaders = t.TypeOf<typeof fileRequestHeaders>

/** A client caches a few versions of one file, each named in 66 characters. */
const MAX_ETAG_CHARS = 1_024

/** A longer list names nothing: the client is sent the file. */
const names = (header: string, etag: string): boolean =>
  header.length <= MAX_ETAG_CHARS &&
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag)

/** A file as RFC 9110 wants it: whole, one part, "you have it", or "there is no such part". */
export const fileResponse = (
  file: StoredFile,
  asked: FileRequestHeaders,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => {
  const etag = `"${file.address}"`
  const always = { etag, 'accept-ranges': 'bytes', 'cache-control': 'private', ...headers }
  const known = asked['if-none-match'] ?? null
  if (known !== null && names(known, etag)) return { tag: 'empty', status: 304, headers: always }

  const sameFile = (asked['if-range'] ?? etag) === etag
  const decision = decideRange(sameFile ? asked.range : null, file.sizeBytes)
  switch (decision.tag) {
    case 'unsatisfiable':
      return { tag: 'empty', status: 416, headers: { ...always, 'content-range': `bytes */${file.sizeBytes}` } }
    case 'part': {
      const { start, end } = decision
      return {
        tag: 'file',
        status: 206,
        contentType: file.mimeType,
        sizeBytes: end - start + 1,
        content: file.read({ start, end }),
        headers: { ...always, 'content-range': `bytes ${start}-${end}/${file.sizeBytes}` },
      }
    }
    case 'whole':
      return {
        tag: 'file',
        status: 200,
        contentType: file.mimeType,
        sizeBytes: file.sizeBytes,
        content: file.read(),
        headers: always,
      }
  }
}
