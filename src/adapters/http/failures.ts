import type { InvalidRefreshToken } from '../../application/accounts/refresh-session.ts'
import type { ChatFailure } from '../../application/gateway/chat-call.ts'
import type { GivenImageFailure } from '../../application/gateway/given-image.ts'
import type { Problem } from './validation.ts'

/**
 * Every refusal an HTTP client can be told, by the name it has in code, log, test and API.
 * How each looks on the wire is one row of a table: gateway-failures.ts and account-failures.ts.
 */
export type ProtocolFailure =
  | { readonly tag: 'malformed_json'; readonly message: string }
  | { readonly tag: 'validation_error'; readonly problems: readonly Problem[] }
  | { readonly tag: 'payload_too_large'; readonly message: string }
  | { readonly tag: 'unsupported_media_type'; readonly message: string }
  | { readonly tag: 'malformed_request'; readonly message: string }
  | { readonly tag: 'method_not_allowed'; readonly allowed: readonly string[] }
  /** `message` where there is more to say than that nothing is there. */
  | { readonly tag: 'not_found'; readonly message?: string | undefined }
  | { readonly tag: 'rate_limit_exceeded'; readonly retryAfterSeconds: number }
  | { readonly tag: 'internal_error' }
  | { readonly tag: 'overloaded' }
  | { readonly tag: 'ledger_unavailable' }
  | { readonly tag: 'shutting_down' }
  | { readonly tag: 'invalid_cursor' }
  | { readonly tag: 'idempotency_in_progress'; readonly retryAfterSeconds: number }
  | { readonly tag: 'idempotency_mismatch' }

export type GatewayFailure =
  | ProtocolFailure
  | { readonly tag: 'invalid_api_key' }
  | ChatFailure
  | GivenImageFailure
  | { readonly tag: 'video_not_found' }
  | { readonly tag: 'video_not_ready' }
  | { readonly tag: 'conflicting_durations' }

export type AccountFailure =
  | ProtocolFailure
  | { readonly tag: 'unauthenticated' }
  | { readonly tag: 'invalid_credentials' }
  | InvalidRefreshToken
  | { readonly tag: 'invalid_current_password' }
  | { readonly tag: 'reauthentication_required' }
  | { readonly tag: 'last_way_in' }
  | { readonly tag: 'email_taken' }
  | { readonly tag: 'registration_closed' }
  | { readonly tag: 'invalid_identity_token' }
  | { readonly tag: 'identity_provider_unavailable' }
  | { readonly tag: 'identity_taken' }
  | { readonly tag: 'email_required' }
  | { readonly tag: 'link_required' }
  | { readonly tag: 'payment_failed' }
  | { readonly tag: 'payment_unavailable' }
  | { readonly tag: 'not_a_text_model' }
  | { readonly tag: 'not_a_video_task' }
  | { readonly tag: 'insufficient_tokens' }
  | { readonly tag: 'conversation_archived' }
  | { readonly tag: 'generation_failed' }
  | GivenImageFailure

export type ApiFailure = GatewayFailure | AccountFailure
