import { isLeft } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Admission } from '../../../application/admission/admission.ts'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import { anonymous, bearerOf, rateLimitFailure } from '../surface/auth-methods.ts'
import { DETAIL_SCHEMAS, detailErrorSchema } from '../surface/detail-errors.ts'
import type { Arrival, AuthMethod, EndpointLimits, Surface } from '../surface/surface.ts'
import { accountError } from './account-failures.ts'
import type { AccountFailure } from './account-failures.ts'

/** Reads the access token of `Authorization: Bearer …`; the user's rate limit comes after it. */
const authenticateSession = async (
  { headers, state }: Arrival,
  { isSignIn }: EndpointLimits,
  admission: Admission,
): Promise<Either<AccountFailure, SessionPrincipal>> => {
  const principal = await admission.authenticateSession(bearerOf(headers.authorization))
  if (isLeft(principal)) return principal
  state.userId = principal.right.userId
  const admitted = rateLimitFailure(await admission.admitUser(principal.right.userId))
  if (isLeft(admitted)) return admitted
  if (!isSignIn) return principal
  const signIn = rateLimitFailure(await admission.admitSignIn(state.clientAddress))
  return isLeft(signIn) ? signIn : principal
}

const session: AuthMethod<SessionPrincipal, 'unauthenticated'> = {
  authenticate: authenticateSession,
  failures: ['unauthenticated'],
  security: [{ session: [] }],
  responseHeaders: {},
}

/** A call without an `Authorization` header is anonymous, and one with a bad token is refused. */
const sessionIfSent: AuthMethod<SessionPrincipal | null, 'unauthenticated'> = {
  ...session,
  authenticate: (arrival, limits, admission) =>
    (arrival.headers.authorization === undefined ? anonymous : session).authenticate(arrival, limits, admission),
  security: [{}, { session: [] }],
}

const auth = { none: anonymous, session, session_if_sent: sessionIfSent } as const

const GROUPS = {
  Auth: 'Signing up and in, tokens, sessions.',
  Account: 'What people see and change of themselves: profile, keys, wallets.',
  Conversations: 'Talking to models, what they made, and where it is kept; paid from the token wallet.',
  Billing: 'Buying money.',
} as const

/** What users do with their account: it is authenticated by an access token, and paid from the token wallet. */
export const accountSurface: Surface<AccountFailure, typeof auth, keyof typeof GROUPS> = {
  name: 'account',
  pathPrefixes: ['/v1/me', '/v1/auth', '/v1/billing', '/v1/media'],
  auth,
  errorResponse: accountError,
  stream: null,
  documents: {
    tags: GROUPS,
    securitySchemes: {
      session: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'The access token of a TokenPair, from login, refresh or social login.',
      },
    },
    errorSchema: detailErrorSchema,
    schemas: DETAIL_SCHEMAS,
  },
}
