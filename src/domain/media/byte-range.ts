/** What to send of a file: all of it, one part (both ends included), or a 416. */
export type RangeDecision =
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
/** Longer than any range of a real file. A longer header is ignored as any other that says nothing. */
const MOST_CHARS = 64
const DIGITS = /^\d*$/

/** The two offsets as they stand in the header, either of them perhaps empty; null for everything but one range. */
const oneRange = (header: string): readonly [string, string] | null => {
  if (header.length > MOST_CHARS) return null
  const [unit = '', range = '', ...furtherParts] = header.split('=').map((part) => part.trim())
  const [first = '', last = null, ...furtherOffsets] = range.split('-').map((part) => part.trim())
  if (unit.toLowerCase() !== 'bytes' || last === null || furtherParts.length + furtherOffsets.length > 0) return null
  return DIGITS.test(first) && DIGITS.test(last) ? [first, last] : null
}

/**
 * Reads a `Range` header by RFC 9110. Other units, several ranges and nonsense are ignored, as the RFC allows,
 * and the whole file is sent. An end past the file is cut to it. Takes time in proportion to the header, at most to
 * `MOST_CHARS` of it.
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
