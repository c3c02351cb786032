import type { AlertKind } from '../../../domain/mail/notification-settings.ts'

/** What a token does: no more of these mails to this account. */
export interface Unsubscription {
  readonly userId: string
  readonly kind: AlertKind
}

/** Tokens of the links at the end of alerts. They do not expire, because a mail may be read years later. */
export interface UnsubscribeTokens {
  /** Text that may stand in a query as it is. */
  make(unsubscription: Unsubscription): string
  /** Null where this installation did not make it. */
  read(token: string): Unsubscription | null
}
