import formidable, { type Part } from 'formidable'
import { type Either, left, right } from 'fp-ts/lib/Either.js'
import type { Context } from 'koa'
import type { ProtocolFailure } from './failures.ts'
import { formBody, type FormPart, type MultipartForm, placeOf } from './form-body.ts'
import { isStorableText } from './well-formed.ts'

/** All files of a form together (contract 1: MB = 10⁶ bytes). */
export const MAX_FILE_BYTES = 20_000_000
/** All text fields together. */
const MAX_TEXT_BYTES = 1_000_000
/** Field names, boundaries and headers come on top of what they carry. */
const MAX_FORM_BYTES = MAX_FILE_BYTES + 2 * MAX_TEXT_BYTES
const MAX_PARTS = 100

const tooLarge = (message: string): ProtocolFailure => ({ tag: 'payload_too_large', message })

const FILES_TOO_LARGE = tooLarge(`The files are larger than ${MAX_FILE_BYTES / 1_000_000} MB together.`)
const FORM_TOO_LARGE = tooLarge('The form is larger than this endpoint reads.')

const malformed = (message: string, path: readonly string[] = [], type = 'malformed_multipart'): ProtocolFailure => ({
  tag: 'validation_error',
  problems: [{ place: 'body', path, message, type }],
})

/** What stops the reading of a form. Thrown through the parser and caught where the reading began. */
class Stopped extends Error {
  readonly failure: ProtocolFailure

  constructor(failure: ProtocolFailure) {
    super(failure.tag)
    this.failure = failure
  }
}

interface RawPart {
  readonly name: string
  readonly isFile: boolean
  readonly bytes: Uint8Array
}

/** A part with a file name is a file; so is one that names a type, if its field is one for files. */
const isFilePart = ({ originalFilename, mimetype, name }: Part, form: MultipartForm): boolean =>
  originalFilename !== null || (mimetype !== null && form.files.includes(placeOf(name ?? '').field))

/** Collects the parts in memory, within bounds. What comes after a stop is read and dropped, so that the client hears. */
const collectParts = async (ctx: Context, form: MultipartForm): Promise<readonly RawPart[]> => {
  const parser = formidable({ maxFields: Number.POSITIVE_INFINITY })
  const parts: RawPart[] = []
  let begun = 0
  let fileBytes = 0
  let textBytes = 0
  let stopped = false
  const stop = (failure: ProtocolFailure): void => {
    stopped = true
    parts.length = 0
    parser.emit('error', new Stopped(failure))
  }
  parser.on('progress', (received) => {
    if (!stopped && received > MAX_FORM_BYTES) stop(FORM_TOO_LARGE)
  })
  parser.onPart = (part) => {
    if (stopped) return
    begun += 1
    if (begun > MAX_PARTS) return stop(tooLarge(`The form has more than ${MAX_PARTS} parts.`))
    const isFile = isFilePart(part, form)
    const chunks: Buffer[] = []
    part.on('data', (chunk: Buffer) => {
      if (stopped) return
      if (isFile) fileBytes += chunk.length
      else textBytes += chunk.length
      if (fileBytes > MAX_FILE_BYTES) return stop(FILES_TOO_LARGE)
      if (textBytes > MAX_TEXT_BYTES) return stop(FORM_TOO_LARGE)
      chunks.push(chunk)
    })
    part.on('end', () => {
      if (!stopped) parts.push({ name: part.name ?? '', isFile, bytes: Buffer.concat(chunks) })
    })
  }
  await parser.parse(ctx.req)
  return parts
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): string | null => {
  try {
    const text = utf8.decode(bytes)
    return isStorableText(text) ? text : null
  } catch {
    return null
  }
}

const toFormPart = (
  { name, isFile, bytes }: RawPart,
  form: MultipartForm,
): Either<ProtocolFailure, FormPart | null> => {
  const { field } = placeOf(name)
  if (field === '' || !isStorableText(field)) return left(malformed('has a part without a name'))
  if (isFile) {
    if (!form.files.includes(field)) return left(malformed('must be text, not a file', [field], 'invalid'))
    // A browser sends an empty file for a field in which nothing was chosen.
    return right(bytes.length === 0 ? null : { name, value: { bytes } })
  }
  const text = textOf(bytes)
  return text === null
    ? left(malformed('must be UTF-8 without NUL', [field], 'malformed_text'))
    : right({ name, value: text })
}

const failureOf = (error: unknown): ProtocolFailure => {
  if (error instanceof Stopped) return error.failure
  return malformed('is not a well-formed multipart form')
}

/** Reads a multipart form as the object that JSON would have been. Nothing touches the disk; nothing is thrown. */
export const readMultipartBody = async (
  ctx: Context,
  form: MultipartForm,
): Promise<Either<ProtocolFailure, Readonly<Record<string, unknown>>>> => {
  // Known too large before a byte is read.
  if ((ctx.request.length ?? 0) > MAX_FORM_BYTES) return left(FILES_TOO_LARGE)
  let collected: readonly RawPart[]
  try {
    collected = await collectParts(ctx, form)
  } catch (error) {
    return left(failureOf(error))
  }
  const parts: FormPart[] = []
  for (const raw of collected) {
    const part = toFormPart(raw, form)
    if (part._tag === 'Left') return part
    if (part.right !== null) parts.push(part.right)
  }
  return right(formBody(form, parts))
}
