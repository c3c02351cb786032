import { createHash } from 'node:crypto'
import type { RequestHashes } from '../../../domain/limits/idempotency.ts'

const sha256 = (value: string | Uint8Array): Uint8Array => createHash('sha256').update(value).digest()

/** Fields in the order of their names, without those that are absent or `null`, which means absent (contract 1). */
const objectForm = (value: object): string => {
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalForm(field)}`).join(',')}}`
}

const isPlain = (value: object): boolean => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/**
 * One text for all values that mean the same: JSON with sorted fields. What JSON does not have is written in forms that
 * no JSON has: a file as its SHA-256, a whole number without a limit with `n`, a moment behind `@`.
 */
const canonicalForm = (value: unknown): string => {
  if (value === undefined || value === null) return 'null'
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value)
  if (typeof value === 'number') return String(value)
  if (typeof value === 'bigint') return `${value}n`
  if (value instanceof Uint8Array) return `<${Buffer.from(sha256(value)).toString('hex')}>`
  if (value instanceof Date) return `@${value.toISOString()}`
  if (Array.isArray(value)) return `[${value.map(canonicalForm).join(',')}]`
  if (typeof value === 'object' && isPlain(value)) return objectForm(value)
  // To leave it out would take two requests for the same.
  throw new Error(`a field of a request is a ${typeof value}, which has no canonical form`)
}

/** What the codecs of an endpoint have read of a request. */
interface Fields {
  readonly params: unknown
  readonly query: unknown
  readonly body: unknown
}

/** What "the same request" means (contract 8): method, path and fields as they were read, never raw bytes. */
export const hashOfFields = (method: string, pathPattern: string, fields: Fields): Uint8Array =>
  sha256(`${method} ${pathPattern}\n${objectForm(fields)}`)

/** The hash of earlier releases, by which records of theirs are known while they are kept: of what was sent. */
const formerHash = (method: string, path: string, sentBody: unknown): Uint8Array =>
  sha256(`${method}\n${path}\n${canonicalForm(sentBody)}`)

interface SentRequest {
  readonly method: string
  readonly pathPattern: string
  readonly path: string
  readonly sentBody: unknown
}

export const requestHashesOf = (
  { method, pathPattern, path, sentBody }: SentRequest,
  { params, query, body }: Fields,
): RequestHashes => ({
  requestHash: hashOfFields(method, pathPattern, { params, query, body }),
  formerHash: () => formerHash(method, path, sentBody),
})
