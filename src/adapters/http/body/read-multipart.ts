import { Busboy } from '@fastify/busboy'
import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import { problemIn } from '../failures/protocol-failure.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import { formToObject, parseFieldName } from './form-to-object.ts'
import type { FormPart, MultipartForm } from './form-to-object.ts'
import { readWithinBudget } from './body-budget.ts'
import { BodyReadAborted } from './body-read-aborted.ts'
import { isStorableText } from '../../../domain/storable-text.ts'

/** All files of a form together, where it does not say more (contract 1: MB = 10⁶ bytes). */
const MAX_FILE_BYTES = 20_000_000
/** All text fields together. */
const MAX_TEXT_BYTES = 1_000_000
/** For texts, and for field names, boundaries and headers beyond the contents of the parts. */
const MAX_BYTES_BESIDE_FILES = 2 * MAX_TEXT_BYTES
const MAX_PARTS = 100
/** Of one part. The parser cuts longer names, and a name that was cut is refused as too long. */
const MAX_HEADER_BYTES = 8192
const MAX_HEADER_LINES = 16
const MAX_NAME_CHARACTERS = 256
const MAX_FILE_NAME_CHARACTERS = 1024

const tooLarge = (message: string): ProtocolFailure => ({ tag: 'payload_too_large', message })

const FORM_TOO_LARGE = tooLarge('The form is larger than this endpoint reads.')

const maxFileBytesOf = ({ maxFileBytes = MAX_FILE_BYTES }: MultipartForm): number => maxFileBytes

const malformed = (message: string, path: readonly string[] = [], type = 'malformed_multipart'): ProtocolFailure =>
  problemIn('body', path, message, type)

interface RawPart {
  readonly name: string
  readonly isFile: boolean
  readonly hasFileName: boolean
  readonly chunks: Buffer[]
}

const DEFAULT_TYPE = 'text/plain'

/** A part with a file name is a file; so is one that names a type, if its field is one for files. */
const isFilePart = (name: string, fileName: string | undefined, type: string, form: MultipartForm): boolean =>
  fileName !== undefined || (type !== DEFAULT_TYPE && form.files.includes(parseFieldName(name).field))

/** The parser, which gives all parts out as files: text comes as bytes too, so that bad UTF-8 can be seen. */
const parserOf = (exchange: Exchange) =>
  new Busboy({
    headers: { ...exchange.headers, 'content-type': exchange.get('content-type') },
    isPartAFile: () => true,
    limits: { parts: MAX_PARTS, headerSize: MAX_HEADER_BYTES, headerPairs: MAX_HEADER_LINES },
  })

/** Adds up the bytes and the number of the parts; returns the limit that they exceed. */
const partSizes = (maxFileBytes: number) => {
  let files = 0
  let texts = 0
  return (isFile: boolean, bytes: number): ProtocolFailure | null => {
    if (isFile) files += bytes
    else texts += bytes
    if (files > maxFileBytes) return tooLarge(`The files are larger than ${maxFileBytes / 1_000_000} MB together.`)
    return texts > MAX_TEXT_BYTES ? FORM_TOO_LARGE : null
  }
}

/** Collects the parts in memory, within bounds. Rejects with `BodyReadAborted` at the first exceeded limit. */
const collectParts = (exchange: Exchange, form: MultipartForm): Promise<readonly RawPart[]> =>
  new Promise((resolve, reject) => {
    const parser = parserOf(exchange)
    const parts: RawPart[] = []
    const maxFileBytes = maxFileBytesOf(form)
    const maxFormBytes = maxFileBytes + MAX_BYTES_BESIDE_FILES
    const sizeViolation = partSizes(maxFileBytes)
    let received = 0
    const settle = (end: () => void): void => {
      exchange.req.unpipe(parser)
      exchange.req.off('data', measure)
      exchange.req.off('error', fail)
      exchange.req.off('close', cut)
      // Errors that the parser raises after this are ignored.
      parser.on('error', () => {})
      end()
    }
    const fail = (error: Error): void => settle(() => reject(error))
    const stop = (failure: ProtocolFailure): void => fail(new BodyReadAborted(failure))
    // A request that came whole closes too, and its parser may still be busy: it ends by itself.
    const cut = (): void => {
      if (!exchange.req.readableEnded) fail(new Error('the connection closed'))
    }
    const measure = (chunk: Buffer): void => {
      received += chunk.length
      if (received > maxFormBytes) stop(FORM_TOO_LARGE)
    }
    parser.on('partsLimit', () => stop(tooLarge(`The form has more than ${MAX_PARTS} parts.`)))
    parser.on('file', (name: string | undefined, stream, fileName: string | undefined, _, type) => {
      stream.on('error', fail)
      if (name === undefined || name === '') return stop(malformed('has a part without a name'))
      if (name.length > MAX_NAME_CHARACTERS || (fileName ?? '').length > MAX_FILE_NAME_CHARACTERS) {
        return stop(malformed('has a part with a name that is too long'))
      }
      const hasFileName = fileName !== undefined && fileName !== ''
      const part: RawPart = { name, isFile: isFilePart(name, fileName, type, form), hasFileName, chunks: [] }
      parts.push(part)
      stream.on('data', (chunk: Buffer) => {
        part.chunks.push(chunk)
        const violation = sizeViolation(part.isFile, chunk.length)
        if (violation !== null) stop(violation)
      })
    })
    parser.on('error', fail)
    parser.on('finish', () => settle(() => resolve(parts)))
    exchange.req.on('error', fail)
    exchange.req.on('close', cut)
    exchange.req.on('data', measure)
    // A request that has closed already emits no event any more.
    if (exchange.req.destroyed) cut()
    else exchange.req.pipe(parser)
  })

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
  { name, isFile, hasFileName, chunks }: RawPart,
  form: MultipartForm,
): Either<ProtocolFailure, FormPart | null> => {
  const { field } = parseFieldName(name)
  if (!isStorableText(field)) return left(malformed('has a part whose name has NUL or lone surrogates'))
  const bytes = Buffer.concat(chunks)
  if (isFile) {
    if (!form.files.includes(field)) return left(malformed('must be text, not a file', [field], 'invalid'))
    // A browser sends an empty file without a name for a field in which nothing was chosen.
    return right(bytes.length === 0 && !hasFileName ? null : { name, value: { bytes } })
  }
  const text = textOf(bytes)
  return text === null
    ? left(malformed('must be UTF-8 without NUL', [field], 'malformed_text'))
    : right({ name, value: text })
}

/** Reads a multipart form as the object that JSON would have been. Nothing touches the disk; nothing is thrown. */
export const readMultipartBody = async (
  exchange: Exchange,
  form: MultipartForm,
  memory: HeldMemory,
): Promise<Either<ProtocolFailure, Readonly<Record<string, unknown>>>> => {
  const collected = await readWithinBudget(
    exchange,
    maxFileBytesOf(form) + MAX_BYTES_BESIDE_FILES,
    memory,
    () => collectParts(exchange, form),
    () => malformed('is not a well-formed multipart form'),
  )
  if (isLeft(collected)) return collected
  const parts: FormPart[] = []
  for (const raw of collected.right) {
    const part = toFormPart(raw, form)
    if (isLeft(part)) return part
    if (part.right !== null) parts.push(part.right)
  }
  return right(formToObject(form, parts))
}
