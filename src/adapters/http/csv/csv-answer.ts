import * as t from 'io-ts'
import { nullish } from '../codecs/codecs.ts'
import { withSchemaOf } from '../codecs/with-schema.ts'
import type { TextResponse } from '../sending/http-response.ts'

const formatWords = t.keyof({ json: null, csv: null }, 'json or csv')

/** The query field and the header by which a client asks for CSV. */
export const csvQuery = {
  format: nullish(
    withSchemaOf(new t.Type(formatWords.name, formatWords.is, formatWords.validate, t.identity), formatWords, {
      description: '`csv` for a table, like `Accept: text/csv`. Takes precedence over the header.',
    }),
  ),
} as const

export const acceptHeader = t.type({ accept: nullish(t.string) })

const CSV_TYPE = 'text/csv'

/** What the answer may be instead of JSON, for documents. */
export const CSV_ALTERNATIVE = {
  [CSV_TYPE]: 'The same as RFC 4180 with a header row, where CSV is asked for.',
} as const

/** The greatest quality under which the header names the type itself; 0 where it does not. */
const qualityOf = (accept: string, type: string): number => {
  let quality = 0
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    if (name !== type) continue
    const weight = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
    if (weight > quality) quality = weight
  }
  return quality
}

interface CsvWish {
  readonly query: { readonly format?: 'json' | 'csv' | null | undefined }
  readonly headers: t.TypeOf<typeof acceptHeader>
}

/** True if the client prefers CSV to JSON; without a preference the answer is JSON. */
export const wantsCsv = ({ query: { format }, headers: { accept } }: CsvWish): boolean => {
  if (typeof format === 'string') return format === 'csv'
  return typeof accept === 'string' && qualityOf(accept, CSV_TYPE) > qualityOf(accept, 'application/json')
}

/** A table as a file of that name. `end` is called once the table is read no further, sent or not. */
export const csvAnswer = (name: string, content: AsyncIterable<string>, end?: () => void): TextResponse => ({
  tag: 'text',
  contentType: `${CSV_TYPE}; charset=utf-8; header=present`,
  content,
  headers: { 'content-disposition': `attachment; filename="${name}.csv"` },
  sent: end,
  unsent: end,
})
