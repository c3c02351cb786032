import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { base64Bytes } from '../../base64.ts'
import { isNonEmptyText } from '../../json.ts'
import { isPdf, PDF_HEAD_BYTES, PDF_MIME_TYPE } from '../../media/pdf.ts'
import { publicUrl } from '../../media/public-url.ts'
import { utf8Text } from '../../utf8-text.ts'
import { unsupportedParameter } from '../../parameters/request-fields.ts'
import type { UnsupportedParameter } from '../../parameters/request-fields.ts'
import type { UnsafeImageUrl } from './image-url.ts'
import type { ChatFile } from '../message.ts'

/** What a file of a prompt is: words that every model reads, or a PDF, by its bytes or its address. */
type FileInput = { readonly tag: 'text'; readonly text: string } | { readonly tag: 'pdf'; readonly file: ChatFile }

type FileFailure = UnsupportedParameter | UnsafeImageUrl

/** How the base64 data of a file begins. The type in it decides only whether bytes that are no PDF are read as text. */
const DATA_URL = /^data:([\w.+-]{1,80}\/[\w.+-]{1,80})?(?:;charset=utf-8)?;base64,/i

const TEXT_TYPE = /^(?:text\/.+|application\/(?:json|xml|yaml|x-yaml|x-ndjson))$/i

/** Base64 characters of the bytes in which the mark of a PDF is looked for. */
const HEAD_CHARS = Math.ceil(PDF_HEAD_BYTES / 3) * 4

/** The words of base64 that is UTF-8; null if it is not, or has a character that no text has. */
const textOf = (base64: string): string | null => {
  const bytes = base64Bytes(base64)
  const text = bytes === null ? null : utf8Text(bytes)
  return text?.includes('\0') === true ? null : text
}

/**
 * Whether the data of a file is a text by what its sender calls it and by its first bytes: its words and its name are
 * words of the prompt, unless they are refused.
 */
export const isTextData = (data: string): boolean => {
  const [head = '', type = ''] = DATA_URL.exec(data) ?? []
  const beginning = TEXT_TYPE.test(type) ? base64Bytes(data.slice(head.length, head.length + HEAD_CHARS)) : null
  return beginning !== null && !isPdf(beginning)
}

const checkData = (data: string, file: ChatFile, param: string): Either<FileFailure, FileInput> => {
  const head = DATA_URL.exec(data)
  const base64 = data.slice(head?.[0].length ?? 0)
  const beginning = head === null ? null : base64Bytes(base64.slice(0, HEAD_CHARS))
  if (beginning !== null && isPdf(beginning)) {
    return right({ tag: 'pdf', file: { ...file, file_data: `data:${PDF_MIME_TYPE};base64,${base64}` } })
  }
  const text = TEXT_TYPE.test(head?.[1] ?? '') ? textOf(base64) : null
  if (text === null) {
    return unsupportedParameter(param, 'A file must be a data: URL in base64 with a PDF or a text in UTF-8 inside.')
  }
  return right({ tag: 'text', text: isNonEmptyText(file.filename) ? `${file.filename}:\n${text}` : text })
}

/**
 * What a file of a prompt is, by its bytes and not by the type that its sender names. Time is linear in its length; a
 * PDF is neither opened nor unpacked. A file that is stored at a provider is refused: it belongs to another tenant.
 */
export const checkFile = (file: ChatFile, path: string): Either<FileFailure, FileInput> => {
  if (isNonEmptyText(file.file_id)) {
    return unsupportedParameter(`${path}.file_id`, 'No files are kept here; send the file itself or its address.')
  }
  const { file_data: data, file_url: url, filename } = file
  const named = isNonEmptyText(filename) ? { filename } : {}
  if (!isNonEmptyText(url)) return checkData(data ?? '', named, `${path}.file_data`)
  if (isNonEmptyText(data))
    return unsupportedParameter(`${path}.file_url`, 'A file has its data or its address, not both.')
  const checked = publicUrl(url)
  return isLeft(checked)
    ? left({ ...checked.left, param: `${path}.file_url` })
    : right({ tag: 'pdf', file: { ...named, file_url: checked.right.href } })
}
