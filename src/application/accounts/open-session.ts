import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { accessClaims } from '../../domain/identity/access-token.ts'
import { networkOf } from '../../domain/limits/ip-bucket.ts'
import { MOST_SESSIONS, type Session } from '../../domain/identity/session.ts'
import type { InvalidCredentials, User } from '../../domain/identity/user.ts'
import type { AccessTokens } from '../ports/access-tokens.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { Invalidation } from '../ports/invalidation.ts'
import type { RefreshTokens } from '../ports/refresh-tokens.ts'
import type { Stores } from '../ports/stores.ts'
import type { UnitOfWork } from '../ports/unit-of-work.ts'

/** The service's own pair of tokens. */
export interface TokenPair {
  readonly accessToken: string
  readonly refreshToken: string
  /** Life of the access token. */
  readonly expiresInSeconds: number
}

export interface PairTokensDeps {
  readonly accessTokens: AccessTokens
}

/** An access token of the session, beside the refresh token that is current now. */
export const pairTokens = async (
  deps: PairTokensDeps,
  session: Pick<Session, 'id' | 'userId' | 'createdAt'>,
  refreshToken: string,
  nowMs: number,
): Promise<TokenPair> => {
  const claims = accessClaims(session, nowMs)
  const accessToken = await deps.accessTokens.issue(claims)
  return { accessToken, refreshToken, expiresInSeconds: claims.expiresAt - claims.issuedAt }
}

export interface OpenSessionDeps extends PairTokensDeps {
  readonly unitOfWork: UnitOfWork
  readonly refreshTokens: Pick<RefreshTokens, 'first'>
  readonly invalidation: Invalidation
  readonly ids: Ids
  readonly clock: Clock
}

export interface OpenSessionInput {
  readonly userId: string
  /** What the program that signs in calls itself. */
  readonly userAgent: string | null
  /** Its network counts as one of the account's own from then on. */
  readonly clientAddress: string
  /** Whether what the user proved still holds for the account as it is now, under its lock. */
  readonly stillProven: (user: User, stores: Stores) => boolean | Promise<boolean>
}

export type OpenSession = (input: OpenSessionInput) => Promise<Either<InvalidCredentials, TokenPair>>

/** Enough to tell browsers apart. */
const LONGEST_AGENT = 200

/**
 * Begins a session for a user who has proved who they are. The account is looked at once more while it cannot
 * change: a password changed since it was checked opens nothing, and a session opened before is ended by the change.
 * Past the number of sessions a user may have, the one used the longest ago ends.
 */
export const openSession =
  (deps: OpenSessionDeps): OpenSession =>
  async ({ userId, userAgent, clientAddress, stillProven }) => {
    const nowMs = deps.clock.now()
    const first = await deps.refreshTokens.first()
    const at = new Date(nowMs)
    const session = {
      id: deps.ids.next(),
      userId,
      createdAt: at,
      userAgent: userAgent?.slice(0, LONGEST_AGENT) || null,
    }
    const opened = await deps.unitOfWork.transact<InvalidCredentials, readonly string[]>(async (stores) => {
      const user = await stores.users.lock(userId)
      if (user === null || user.deactivatedAt !== null || !(await stillProven(user, stores))) {
        return left({ tag: 'invalid_credentials' })
      }
      const { hash: currentHash, familyHash, secretId } = first
      await stores.sessions.add({ ...session, secretId, currentHash, familyHash })
      await stores.knownNetworks.note(userId, networkOf(clientAddress), at)
      return right(await stores.sessions.revokeLongestIdle(userId, MOST_SESSIONS, 'too_many_sessions', at))
    })
    if (isLeft(opened)) return opened
    for (const id of opened.right) await deps.invalidation.announce({ tag: 'session', id })
    return right(await pairTokens(deps, session, first.token, nowMs))
  }
