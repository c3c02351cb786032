import type { JsonLimits } from '../../../domain/json-shape.ts'
import { LARGEST_REQUEST } from '../../../domain/largest-request.ts'

/** How large a body may be. All of it is judged before the body becomes objects. */
export interface BodyLimits extends JsonLimits {
  readonly bytes: number
}

/** A copy of an object of 200,000 fields takes 0.1 s, of one of 10,000 or of a long list next to nothing. */
export const BODY_SHAPE: JsonLimits = { values: LARGEST_REQUEST.values, fields: 10_000, depth: 64 }

/** The classes of contract 1; MB = 10⁶ bytes. An endpoint that names none gets the smallest. */
export const BODY_LIMITS = {
  /** Files can travel inside the JSON. */
  files: { bytes: LARGEST_REQUEST.bytes, ...BODY_SHAPE },
  /** A whole conversation, sent by the client. */
  chatHistory: { bytes: 8_000_000, ...BODY_SHAPE },
  /** Texts that a person writes. */
  texts: { bytes: 256_000, ...BODY_SHAPE },
  /** Lists of names. */
  lists: { bytes: 576_000, ...BODY_SHAPE },
  small: { bytes: 64_000, ...BODY_SHAPE },
} as const satisfies Readonly<Record<string, BodyLimits>>
