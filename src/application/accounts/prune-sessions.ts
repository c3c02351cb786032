import { ABSOLUTE_MS } from '../../domain/identity/session.ts'
import type { Clock } from '../ports/clock.ts'
import type { SessionStore } from '../ports/session-store.ts'
import type { UsedIdentityTokenStore } from '../ports/used-identity-token-store.ts'

/** Deleted in one go; more wait for the next round, so that no statement runs for long. */
const PRUNED_AT_ONCE = 1_000

export interface PruneSessionsDeps {
  readonly sessions: Pick<SessionStore, 'prune'>
  readonly usedIdentityTokens: Pick<UsedIdentityTokenStore, 'prune'>
  readonly clock: Clock
}

/**
 * Deletes sessions that are over whatever happened in them, and what is remembered of sign-in tokens that expired;
 * answers how many rows. Any number of instances at once.
 */
export const pruneSessions = (deps: PruneSessionsDeps) => async (): Promise<number> => {
  const nowMs = deps.clock.now()
  const sessions = await deps.sessions.prune(new Date(nowMs - ABSOLUTE_MS), PRUNED_AT_ONCE)
  return sessions + (await deps.usedIdentityTokens.prune(new Date(nowMs), PRUNED_AT_ONCE))
}
