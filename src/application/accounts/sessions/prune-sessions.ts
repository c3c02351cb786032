import { SESSION_ABSOLUTE_TIMEOUT_MS } from '../../../domain/identity/session.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { SessionStore } from '../../ports/accounts/session-store.ts'
import type { UsedIdentityTokenStore } from '../../ports/accounts/used-identity-token-store.ts'
import { pruneInBatches } from '../../prune-in-batches.ts'

interface PruneSessionsDeps {
  readonly sessions: Pick<SessionStore, 'prune'>
  readonly usedIdentityTokens: Pick<UsedIdentityTokenStore, 'prune'>
  readonly clock: Clock
}

/**
 * Deletes the sessions that are over and the records of expired sign-in tokens. Returns the number of rows. Any number
 * of instances may run it at the same time.
 */
export const pruneSessions = (deps: PruneSessionsDeps) => async (): Promise<number> => {
  const nowMs = deps.clock.now()
  const sessions = await pruneInBatches((limit) =>
    deps.sessions.prune(new Date(nowMs - SESSION_ABSOLUTE_TIMEOUT_MS), limit),
  )
  return sessions + (await pruneInBatches((limit) => deps.usedIdentityTokens.prune(new Date(nowMs), limit)))
}
