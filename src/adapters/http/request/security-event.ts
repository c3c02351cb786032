import type { TraceIds } from './access-record.ts'

/** The events that show an operator an attack on an account, by the endpoint at which they happen. */
export type SecurityEvent =
  | 'sign_in'
  | 'refresh'
  | 'reauthentication'
  | 'registration'
  | 'email_verification'
  | 'password_change'
  | 'password_reset_request'
  | 'password_reset'
  | 'identity_link'
  | 'identity_unlink'
  | 'session_end'
  | 'key_creation'
  | 'key_change'
  | 'key_deletion'
  | 'key_defaults_change'
  /** A good key came from an address from which it may not be used. */
  | 'key_misuse'
  | 'account_deletion'
  | 'webhook_creation'
  | 'webhook_change'
  | 'webhook_deletion'

/** One such event. It names no e-mail address and holds no secret. */
export interface SecurityRecord {
  readonly event: SecurityEvent
  /** `ok`, or the failure that the client was answered with. */
  readonly outcome: string
  readonly requestId: string
  readonly clientAddress: string
  /** Null if the request came without a session. */
  readonly userId: string | null
  readonly trace: TraceIds | null
}
