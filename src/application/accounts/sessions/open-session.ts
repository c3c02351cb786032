import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { NowOrLater } from '../../now-or-later.ts'
import { accessClaims } from '../../../domain/identity/signed-token.ts'
import { networkOf } from '../../../domain/limits/ip-bucket.ts'
import { MAX_SESSIONS } from '../../../domain/identity/session.ts'
import type { Session } from '../../../domain/identity/session.ts'
import type { InvalidCredentials, User } from '../../../domain/identity/user.ts'
import type { AccessTokens } from '../../ports/accounts/access-tokens.ts'
import type { Clock } from '../../ports/process/clock.ts'
import type { IdGenerator } from '../../ports/process/id-generator.ts'
import type { Invalidation } from '../../ports/process/invalidation.ts'
import type { RefreshTokens } from '../../ports/accounts/refresh-tokens.ts'
import type { Stores } from '../../ports/transaction/stores.ts'
import type { UnitOfWork } from '../../ports/transaction/unit-of-work.ts'

/** The gateway's own pair of tokens. */
export interface TokenPair {
  /** Of every pair by which the session goes on. */
  readonly sessionId: string
  readonly accessToken: string
  readonly refreshToken: string
  /** Seconds for which the access token is valid. */
  readonly expiresInSeconds: number
}

export interface IssueTokenPairDeps {
  readonly accessTokens: AccessTokens
}

/** An access token of the session, and the refresh token that is current now. */
export const issueTokenPair = async (
  deps: IssueTokenPairDeps,
  session: Pick<Session, 'id' | 'userId' | 'createdAt'>,
  refreshToken: string,
  nowMs: number,
): Promise<TokenPair> => {
  const claims = accessClaims(session, nowMs)
  const accessToken = await deps.accessTokens.issue(claims)
  const expiresInSeconds = claims.expiresAtSeconds - claims.issuedAtSeconds
  return { sessionId: session.id, accessToken, refreshToken, expiresInSeconds }
}

interface OpenSessionDeps extends IssueTokenPairDeps {
  readonly unitOfWork: UnitOfWork
  readonly refreshTokens: Pick<RefreshTokens, 'first'>
  readonly invalidation: Invalidation
  readonly ids: IdGenerator
  readonly clock: Clock
}

interface OpenSessionInput {
  readonly userId: string
  /** The User-Agent of the program that signs in. */
  readonly userAgent: string | null
  /** Its network counts as one of the account's own from now on. */
  readonly clientAddress: string
  /** Whether what the user proved still holds for the account as it is now, under its lock. */
  readonly stillProven: (user: User, stores: Pick<Stores, 'identities'>) => NowOrLater<boolean>
}

export type OpenSession = (input: OpenSessionInput) => Promise<Either<InvalidCredentials, TokenPair>>

/** Long enough to tell browsers apart. */
const MAX_USER_AGENT_LENGTH = 200

/**
 * Opens a session for a user who has proved their identity. It reads the account again under its lock: a password that
 * has changed since the check opens no session, and a change of password ends a session that was opened before it. Past
 * the largest number of sessions the one that was unused for the longest time ends.
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
      userAgent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) || null,
    }
    const opened = await deps.unitOfWork.transact<InvalidCredentials, readonly string[]>(async (stores) => {
      const user = await stores.users.lock(userId)
      if (user === null || user.deactivatedAt !== null || !(await stillProven(user, stores))) {
        return left({ tag: 'invalid_credentials' })
      }
      const { hash: currentHash, familyHash, secretId } = first
      await stores.sessions.add({ ...session, secretId, currentHash, familyHash })
      await stores.knownNetworks.note(userId, networkOf(clientAddress), at)
      return right(await stores.sessions.revokeLongestIdle(userId, MAX_SESSIONS, 'too_many_sessions', at))
    })
    if (isLeft(opened)) return opened
    for (const id of opened.right) await deps.invalidation.announce({ tag: 'session', id })
    return right(await issueTokenPair(deps, session, first.token, nowMs))
  }
