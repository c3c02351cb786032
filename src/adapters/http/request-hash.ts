import { createHash } from 'node:crypto'

/**
 * JSON with its keys sorted and its absent fields gone: two bodies that mean the same are the same text.
 * An optional field that is `null` is absent (contract 1). A file counts by its SHA-256, in a form that no JSON has.
 */
export const canonicalJson = (value: unknown): string => {
  if (value instanceof Uint8Array) return `<${createHash('sha256').update(value).digest('hex')}>`
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const fields = Object.entries(value)
    .filter(([, field]) => field !== null && field !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonicalJson(field)}`).join(',')}}`
}

/** What "the same request" means for an Idempotency-Key (contract 8): method, path and fields, never raw bytes. */
export const requestHashOf = (method: string, path: string, body: unknown): Uint8Array =>
  createHash('sha256').update(`${method}\n${path}\n`).update(canonicalJson(body)).digest()
