import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { HttpResponse } from './http-response.ts'

type Coding = 'identity' | 'gzip' | 'br'

/** A file of the service's own, in each coding in which it may be sent. */
export interface CodedFile {
  readonly contentType: string
  /** The file's hash. */
  readonly version: string
  readonly bodies: Readonly<Partial<Record<Coding, Uint8Array>>> & { readonly identity: Uint8Array }
}

/** The smallest coding that the client takes; a coding with `q=0` is refused by it. */
const codingFor = (accepted: string, { bodies }: CodedFile): Coding => {
  const taken = new Set(
    accepted
      .slice(0, 256)
      .split(',')
      .map((each) => each.trim().toLowerCase())
      .filter((each) => !/;\s*q=0(?:\.0*)?$/.test(each))
      .map((each) => each.replace(/;.*/, '')),
  )
  if (taken.has('br') && bodies.br !== undefined) return 'br'
  return taken.has('gzip') && bodies.gzip !== undefined ? 'gzip' : 'identity'
}

/** What a client says of the codings it takes and of the file it has; empty where it says nothing. */
interface AskedFile {
  readonly acceptEncoding: string
  readonly ifNoneMatch: string
}

/** The file in the client's coding, or 304 where the client has it in that coding; `status` goes with the file. */
export const codedFileResponse = (
  file: CodedFile,
  asked: AskedFile,
  headers: Readonly<Record<string, string>>,
  status = 200,
): HttpResponse => {
  const coding = codingFor(asked.acceptEncoding, file)
  const etag = `"${file.version}-${coding}"`
  const all = {
    ...headers,
    etag,
    vary: 'Accept-Encoding',
    ...(coding === 'identity' ? {} : { 'content-encoding': coding }),
  }
  if (asked.ifNoneMatch === etag) return { tag: 'empty', status: 304, headers: all }
  const body = file.bodies[coding] ?? file.bodies.identity
  return { tag: 'bytes', status, contentType: file.contentType, body, headers: all }
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** The first characters of a text's hash: enough to tell two versions of a file apart. */
export const versionOf = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/** Ten times faster than the best quality, and a tenth larger. */
const QUALITY = 8

/** A text in every coding; it is compressed outside the event loop. */
export const codedText = async (contentType: string, text: string): Promise<CodedFile> => {
  const identity = new TextEncoder().encode(text)
  const [br, gz] = await Promise.all([
    brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } }),
    gzipped(identity),
  ])
  return { contentType, version: versionOf(identity), bodies: { identity, gzip: gz, br } }
}
