import type { Place, Problem } from './validation.ts'

/** Any failure that the API answers. Its tag is the same word in code, log, test and API. */
export interface ApiFailure {
  readonly tag: string
}

/** What is wrong with a request, field by field. */
export interface ValidationError {
  readonly tag: 'validation_error'
  readonly problems: readonly Problem[]
}

/** One mistake, in a field or, with an empty path, in the whole of its place. */
export const problemIn = (place: Place, path: Problem['path'], message: string, type: string): ValidationError => ({
  tag: 'validation_error',
  problems: [{ place, path, message, type }],
})

/**
 * The failures that HTTP itself and every endpoint's surroundings can have, so that each surface answers all of them.
 * A surface adds its own; how each looks to its clients is one row of the surface's table.
 */
export type ProtocolFailure =
  | { readonly tag: 'malformed_json'; readonly message: string }
  | ValidationError
  | { readonly tag: 'payload_too_large'; readonly message: string }
  | { readonly tag: 'unsupported_media_type'; readonly message: string }
  | { readonly tag: 'malformed_request'; readonly message: string }
  | {
      readonly tag: 'method_not_allowed'
      readonly allowed: readonly string[]
      /** The client wanted to go on by WebSocket. */
      readonly isUpgrade: boolean
      /** The end of the sentence, where the client may have meant another address. */
      readonly suggestion: string | null
    }
  /** `message` where there is more to say than that nothing is there. */
  | { readonly tag: 'not_found'; readonly message?: string | undefined }
  | {
      readonly tag: 'rate_limit_exceeded'
      readonly retryAfterSeconds: number
      /** Where it was the API key's own limit: its calls in any 60 seconds. */
      readonly ofKey?: number
      /** Where it was that limit of tokens: how many in any 60 seconds. */
      readonly tokensOfKey?: number
    }
  | { readonly tag: 'internal_error' }
  | { readonly tag: 'overloaded' }
  | { readonly tag: 'ledger_unavailable' }
  | { readonly tag: 'shutting_down' }
  | { readonly tag: 'invalid_cursor' }
  | { readonly tag: 'idempotency_in_progress'; readonly retryAfterSeconds: number }
  | { readonly tag: 'idempotency_mismatch' }

/** What every endpoint can answer, by what is before and around its own handling: no endpoint lists it. */
export const ANSWERED_EVERYWHERE = [
  // Two `Host` headers, and a query parameter given twice, are refused everywhere.
  'malformed_request',
  'validation_error',
  'internal_error',
  // A database that is busy or away, and memory that is used up.
  'overloaded',
  'ledger_unavailable',
  // A process that stops.
  'shutting_down',
] as const satisfies readonly ProtocolFailure['tag'][]

export type AnsweredEverywhere = (typeof ANSWERED_EVERYWHERE)[number]
