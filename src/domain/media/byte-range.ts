/** The part of a file to send: all of it, one range (both ends included), or none with a 416. */
type RangeDecision =
  | { readonly tag: 'whole' }
  | ({ readonly tag: 'part' } & ByteRange)
  | { readonly tag: 'unsatisfiable' }

/** Offsets in bytes, both included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

const WHOLE: RangeDecision = { tag: 'whole' }
const UNSATISFIABLE: RangeDecision = { tag: 'unsatisfiable' }
/** Longer than any range of a real file. A longer header is ignored, as is every header without a readable range. */
const MAX_HEADER_CHARS = 64
const DIGITS = /^\d*$/

/** The two offsets as they stand in the header, where either may be empty. Null for everything but one range. */
const oneRange = (header: string): readonly [string, string] | null => {
  if (header.length > MAX_HEADER_CHARS) return null
  const [unit = '', range = '', ...furtherParts] = header.split('=').map((part) => part.trim())
  const [first = '', last = null, ...furtherOffsets] = range.split('-').map((part) => part.trim())
  if (unit.toLowerCase() !== 'bytes' || last === null || furtherParts.length + furtherOffsets.length > 0) return null
  return DIGITS.test(first) && DIGITS.test(last) ? [first, last] : null
}

/**
 * Decides on a `Range` header by RFC 9110. A header with another unit, with several ranges or without a readable range
 * is ignored, as the RFC allows, and the whole file is sent. An end past the file is cut to it. The time is linear in
 * the header's length, up to `MAX_HEADER_CHARS` of it.
 */
export const decideRange = (header: string | null | undefined, sizeBytes: number): RangeDecision => {
  const [first, last] = oneRange(header ?? '') ?? ['', '']
  if (first === '' && last === '') return WHOLE
  if (first === '') {
    const suffix = Math.min(Number(last), sizeBytes)
    return suffix === 0 ? UNSATISFIABLE : { tag: 'part', start: sizeBytes - suffix, end: sizeBytes - 1 }
  }
  const start = Number(first)
  if (last !== '' && Number(last) < start) return WHOLE
  if (start >= sizeBytes) return UNSATISFIABLE
  return { tag: 'part', start, end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}
