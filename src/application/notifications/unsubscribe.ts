import { left, isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { InvalidToken } from '../../domain/identity/one-time-token.ts'
import type { AlertKind } from '../../domain/mail/notification-settings.ts'
import type { UnsubscribeTokens } from '../ports/notifications/unsubscribe-tokens.ts'
import type { SaveNotifications } from './save-notifications.ts'

interface UnsubscribeDeps {
  readonly unsubscribeTokens: UnsubscribeTokens
  readonly saveNotifications: SaveNotifications
}

export type Unsubscribe = (token: string) => Promise<Either<InvalidToken, AlertKind>>

/** Ends the alerts of one kind for the account that the token names. It may be repeated, and needs no session. */
export const unsubscribe =
  ({ unsubscribeTokens, saveNotifications }: UnsubscribeDeps): Unsubscribe =>
  async (token) => {
    const asked = unsubscribeTokens.read(token)
    if (asked === null) return left({ tag: 'invalid_token' })
    const saved = await saveNotifications(asked.userId, { mail: { [asked.kind]: false } })
    return isLeft(saved) ? left({ tag: 'invalid_token' }) : right(asked.kind)
  }
