import type { NativeWire } from '../catalog/model.ts'

/**
 * The gateway's own word for what is wrong with a request. `rejected_by_upstream`: the provider says so, and none of
 * the other words fits; or the request would have been refused by any provider. `invalid_encrypted_content`: earlier
 * reasoning that the provider did not seal, or that was changed since.
 */
export const REJECTION_CODES = [
  'rejected_by_upstream',
  'context_length_exceeded',
  'unsupported_parameter',
  'invalid_encrypted_content',
  'unsafe_url',
  'url_not_fetchable',
  'invalid_image',
  'payload_too_large',
] as const

export type RejectionCode = (typeof REJECTION_CODES)[number]

/**
 * Every way an upstream call can fail, named by what it proves. `unreachable`: no connection, so no work was done.
 * `rate_limited`: refused before work. `unavailable`: the provider reports that it refuses before work (503, 529).
 * `server_error`: 5xx, the work may have been done. `timed_out`, `cut`: the answer never came whole. `bad_answer`: an
 * answer that is not of the provider's documented shape. `too_large`: an answer beyond a bound of the gateway's own, of
 * its bytes, values or levels, so no fault of the provider. `rejected`: a fault of the caller's request, described in
 * the provider's words. `refused_content`: the provider's safety filter. `misconfigured`: our key, account or model is
 * at fault, so no work was done; the operator must act.
 */
export type UpstreamFailure = (
  | { readonly tag: 'unreachable' }
  | { readonly tag: 'rate_limited'; readonly retryAfterSeconds: number | null }
  | {
      readonly tag: 'unavailable'
      readonly retryAfterSeconds: number | null
      /** Set where no provider was asked: an operator has switched them off. */
      readonly isSwitchedOff?: true
    }
  | { readonly tag: 'server_error' }
  | {
      readonly tag: 'timed_out'
      /** Set where the call's own deadline passed; otherwise the provider was silent for too long. */
      readonly isDeadline?: true
    }
  | { readonly tag: 'cut' }
  | { readonly tag: 'bad_answer' }
  | { readonly tag: 'too_large' }
  | {
      readonly tag: 'rejected'
      readonly param: string | null
      readonly code: RejectionCode
      /** Set where the failure was found before anything was sent: the request reached no provider. */
      readonly unsent?: true
      /** Set where the provider was asked in the surface's own wire: `param` is a field of that request. */
      readonly wire?: NativeWire
    }
  | { readonly tag: 'refused_content' }
  | { readonly tag: 'misconfigured' }
) & {
  /** The provider's own sentence or ours; logged, and shown to the caller for `rejected` alone. */
  readonly message: string
  readonly upstreamRequestId: string | null
  /** The provider's own word for it, for the receipt and the log. */
  readonly upstreamCode?: string | null | undefined
  /** The HTTP status that the provider answered with, where it answered. */
  readonly upstreamStatus?: number | undefined
}

/** An answer came, and it is not what was asked for. */
export const badAnswer = (message: string, upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'bad_answer',
  message,
  upstreamRequestId,
})

/** Whether the deadline of the call passed, as opposed to a provider that was silent for too long. */
export const isPastDeadline = (failure: UpstreamFailure): boolean =>
  failure.tag === 'timed_out' && failure.isDeadline === true

/** The same failure as one that leaves open whether the provider did the work. */
export const toServerError = (failure: UpstreamFailure): UpstreamFailure => {
  const { message, upstreamRequestId, upstreamCode, upstreamStatus } = failure
  return { tag: 'server_error', message, upstreamRequestId, upstreamCode, upstreamStatus }
}
