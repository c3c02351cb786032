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
const ONE_RANGE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * Reads a `Range` header by RFC 9110. Other units, several ranges and nonsense are ignored, as the RFC allows,
 * and the whole file is sent. An end past the file is cut to it.
 */
export const decideRange = (header: string | null | undefined, sizeBytes: number): RangeDecision => {
  const [, first = '', last = ''] = ONE_RANGE.exec(header ?? '') ?? []
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
