import type { KnownSession } from '../../domain/identity/access-token.ts'

/** Answers at every request of the account interface whether a session still counts. */
export interface SessionLookup {
  /** Null when the session is unknown or revoked, or its user deactivated. May be as old as its cache allows. */
  find(sessionId: string): Promise<KnownSession | null>
}
