import type { KnownSession } from '../../../domain/identity/signed-token.ts'
import type { NowOrLater } from '../../now-or-later.ts'

/** Finds the session of every request of the account interface. */
export interface SessionLookup {
  /** Null when the session is unknown or revoked, or its user is deactivated. May be as old as its cache allows. */
  find(sessionId: string): NowOrLater<KnownSession | null>
}
