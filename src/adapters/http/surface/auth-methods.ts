import { isLeft, isRight, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Admission } from '../../../application/admission/admission.ts'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Arrival, AuthMethod, EndpointLimits } from './surface.ts'

/** The credential of `Authorization: Bearer …`; empty when there is none. */
export const bearerOf = (authorization: string | undefined): string => {
  const match = /^bearer +([^\s]+) *$/i.exec(authorization ?? '')
  return match?.[1] ?? ''
}

export const rateLimitFailure = (verdict: RateVerdict): Either<ProtocolFailure, null> => {
  if (verdict.allowed) return right(null)
  const { retryAfterSeconds, isNarrower, limit } = verdict
  return left({ tag: 'rate_limit_exceeded', retryAfterSeconds, ...(isNarrower === true ? { ofKey: limit } : {}) })
}

/** Takes one call from the rate limit of the client's address. */
const admitAddress = async (
  { state }: Arrival,
  { isSignIn, unlimited }: EndpointLimits,
  admission: Admission,
): Promise<Either<ProtocolFailure, null>> => {
  if (isSignIn) return rateLimitFailure(await admission.admitSignIn(state.clientAddress))
  return unlimited === true ? right(null) : rateLimitFailure(await admission.admitAddress(state.clientAddress))
}

/** Anyone may call; the client's address is limited. */
export const anonymous: AuthMethod<null, never> = {
  authenticate: admitAddress,
  failures: [],
  security: [],
  responseHeaders: {},
}

/** Reads the access token of `Authorization: Bearer …`; the user's rate limit comes after it. */
const authenticateSession = async (
  { headers, state }: Arrival,
  { isSignIn }: EndpointLimits,
  admission: Admission,
): Promise<Either<ProtocolFailure | { readonly tag: 'unauthenticated' }, SessionPrincipal>> => {
  const principal = await admission.authenticateSession(bearerOf(headers.authorization))
  if (isLeft(principal)) return principal
  state.userId = principal.right.userId
  const admitted = rateLimitFailure(await admission.admitUser(principal.right.userId))
  if (isLeft(admitted)) return admitted
  if (!isSignIn) return principal
  const signIn = rateLimitFailure(await admission.admitSignIn(state.clientAddress))
  return isLeft(signIn) ? signIn : principal
}

/** Requires a user who has signed in. */
export const session: AuthMethod<SessionPrincipal, 'unauthenticated'> = {
  authenticate: authenticateSession,
  failures: ['unauthenticated'],
  security: [{ session: [] }],
  responseHeaders: {},
}

/** Requires a user who has signed in and has the role of an operator. */
export const operatorSession: AuthMethod<SessionPrincipal, 'unauthenticated' | 'forbidden'> = {
  ...session,
  authenticate: async (arrival, limits, admission) => {
    const principal = await authenticateSession(arrival, limits, admission)
    if (isLeft(principal) || principal.right.isOperator) return principal
    return left({ tag: 'forbidden' })
  },
  failures: ['unauthenticated', 'forbidden'],
}

/**
 * A call without an `Authorization` header is anonymous. One with a bad token is limited as an anonymous one, and its
 * endpoint learns that the token was bad: it refuses the call only where a session would have changed the outcome.
 */
export const sessionIfSent: AuthMethod<SessionPrincipal | 'unauthenticated' | null, 'unauthenticated'> = {
  ...session,
  authenticate: async (arrival, limits, admission) => {
    if (arrival.headers.authorization === undefined) return anonymous.authenticate(arrival, limits, admission)
    const principal = await authenticateSession(arrival, limits, admission)
    if (isRight(principal) || principal.left.tag !== 'unauthenticated') return principal
    const admitted = await anonymous.authenticate(arrival, limits, admission)
    return isLeft(admitted) ? admitted : right('unauthenticated')
  },
  security: [{}, { session: [] }],
}
