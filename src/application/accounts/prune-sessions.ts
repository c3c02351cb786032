import { ABSOLUTE_MS } from '../../domain/identity/session.ts'
import type { Clock } from '../ports/clock.ts'
import type { SessionStore } from '../ports/session-store.ts'

/** Deleted in one go; more wait for the next round, so that no statement runs for long. */
const PRUNED_AT_ONCE = 1_000

export interface PruneSessionsDeps {
  readonly sessions: Pick<SessionStore, 'prune'>
  readonly clock: Clock
}

/** Deletes sessions that are over whatever happened in them; answers how many. Any number of instances at once. */
export const pruneSessions = (deps: PruneSessionsDeps) => (): Promise<number> =>
  deps.sessions.prune(new Date(deps.clock.now() - ABSOLUTE_MS), PRUNED_AT_ONCE)
