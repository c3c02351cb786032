import type { NativeWire } from '../catalog/model.ts'
import type { RejectionCode, UpstreamFailure } from './upstream-failure.ts'

/** The failure that the caller gets after every attempt failed. Nothing is charged unless the failure states it. */
export type CallFailure =
  | {
      readonly tag: 'upstream_error'
      /** The upstream may have done the work, so a client's own retry could make it do it twice. */
      readonly mayHaveWorked: boolean
      /** Set where the answer was larger than the gateway takes. */
      readonly isTooLarge?: true
    }
  | { readonly tag: 'upstream_refused_content'; readonly mayHaveWorked: boolean }
  | {
      /** Operators have switched off everything that could answer. No provider was asked. */
      readonly tag: 'upstream_unavailable'
      readonly mayHaveWorked: false
    }
  | {
      readonly tag: 'upstream_timeout'
      readonly mayHaveWorked: boolean
      /** Set where the caller read too slowly: what it was given is charged. */
      readonly isCharged?: true
    }
  | {
      readonly tag: 'upstream_rate_limited'
      readonly mayHaveWorked: false
      /** As the provider asks; null if it does not say. */
      readonly retryAfterSeconds: number | null
    }
  | {
      readonly tag: 'rejected_by_upstream'
      /** The provider's words about the caller's own mistake. */
      readonly message: string
      readonly param: string | null
      readonly code: RejectionCode
      /** Set where the request reached no provider. */
      readonly unsent?: true | undefined
      /** Set where the provider was asked in the surface's own wire: `param` is a field of that request. */
      readonly wire?: NativeWire
    }

/** Whether a provider may have done any of the work of a call that failed so. A failure that says nothing of it: no. */
export const mayHaveWorked = (failure: object): boolean => 'mayHaveWorked' in failure && failure.mayHaveWorked === true

export const toCallFailure = (failure: UpstreamFailure): CallFailure => {
  switch (failure.tag) {
    case 'unavailable':
      return { tag: failure.isSwitchedOff === true ? 'upstream_unavailable' : 'upstream_error', mayHaveWorked: false }
    case 'unreachable':
    case 'misconfigured':
      return { tag: 'upstream_error', mayHaveWorked: false }
    case 'server_error':
    case 'cut':
    case 'bad_answer':
      return { tag: 'upstream_error', mayHaveWorked: true }
    case 'too_large':
      return { tag: 'upstream_error', mayHaveWorked: true, isTooLarge: true }
    case 'timed_out':
      return { tag: 'upstream_timeout', mayHaveWorked: true }
    case 'rate_limited':
      return { tag: 'upstream_rate_limited', mayHaveWorked: false, retryAfterSeconds: failure.retryAfterSeconds }
    case 'refused_content':
      return { tag: 'upstream_refused_content', mayHaveWorked: true }
    case 'rejected': {
      const { message, param, code, unsent, wire } = failure
      return {
        tag: 'rejected_by_upstream',
        message,
        param,
        code,
        ...(unsent === true ? { unsent } : {}),
        ...(wire === undefined ? {} : { wire }),
      }
    }
  }
}
