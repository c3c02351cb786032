import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import { accessClaims } from '../../domain/identity/access-token.ts'
import { networkOf } from '../../domain/limits/ip-bucket.ts'
import type { Session } from '../../domain/identity/session.ts'
import type { InvalidCredentials, User } from '../../domain/identity/user.ts'
import type { AccessTokens } from '../ports/access-tokens.ts'
import type { Clock } from '../ports/clock.ts'
import type { Ids } from '../ports/ids.ts'
import type { RefreshTokens } from '../ports/refresh-tokens.ts'
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
  readonly ids: Ids
  readonly clock: Clock
}

/**
 * `stillProven` says whether what the user proved still holds for the account as it is now. The network of
 * `clientAddress` counts as one of the account's own from then on.
 */
export type OpenSession = (
  userId: string,
  stillProven: (user: User) => boolean,
  clientAddress: string,
) => Promise<Either<InvalidCredentials, TokenPair>>

/**
 * Begins a session for a user who has proved who they are. The account is looked at once more while it cannot
 * change: a password changed since it was checked opens nothing, and a session opened before is ended by the change.
 */
export const openSession =
  (deps: OpenSessionDeps): OpenSession =>
  async (userId, stillProven, clientAddress) => {
    const nowMs = deps.clock.now()
    const first = await deps.refreshTokens.first()
    const session = { id: deps.ids.next(), userId, createdAt: new Date(nowMs) }
    const opened = await deps.unitOfWork.transact<InvalidCredentials, null>(
      async ({ users, sessions, knownNetworks }) => {
        const user = await users.lock(userId)
        if (user === null || user.deactivatedAt !== null || !stillProven(user)) {
          return left({ tag: 'invalid_credentials' })
        }
        const { hash: currentHash, familyHash, secretId } = first
        await sessions.add({ ...session, secretId, currentHash, familyHash })
        await knownNetworks.note(userId, networkOf(clientAddress), session.createdAt)
        return right(null)
      },
    )
    return isLeft(opened) ? opened : right(await pairTokens(deps, session, first.token, nowMs))
  }
