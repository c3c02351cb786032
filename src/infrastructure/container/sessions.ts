import { linkGoogleEndpoint, linkYandexEndpoint } from '../../adapters/http/account/identities/link-identity.ts'
import { readSignInMethodsEndpoint } from '../../adapters/http/account/identities/read-sign-in-methods.ts'
import type { OfferedProvider } from '../../adapters/http/account/identities/read-sign-in-methods.ts'
import { reauthenticateEndpoint } from '../../adapters/http/account/identities/reauthenticate.ts'
import {
  googleSignInEndpoint,
  yandexSignInEndpoint,
} from '../../adapters/http/account/identities/sign-in-with-provider.ts'
import { unlinkGoogleEndpoint, unlinkYandexEndpoint } from '../../adapters/http/account/identities/unlink-identity.ts'
import { endSessionEndpoint } from '../../adapters/http/account/sessions/end-session.ts'
import { listSessionsEndpoint } from '../../adapters/http/account/sessions/list-sessions.ts'
import { logInEndpoint } from '../../adapters/http/account/sessions/log-in.ts'
import { logOutEndpoint } from '../../adapters/http/account/sessions/log-out.ts'
import { readJwksEndpoint } from '../../adapters/http/service/read-jwks.ts'
import { refreshSessionEndpoint } from '../../adapters/http/account/sessions/refresh-session.ts'
import {
  endConsoleSessionEndpoint,
  openConsoleSessionEndpoint,
  openConsoleSessionWithGoogleEndpoint,
  openConsoleSessionWithYandexEndpoint,
  refreshConsoleSessionEndpoint,
} from '../../adapters/http/account/console-sessions/console-session.ts'
import { googleIdTokens } from '../../adapters/identity/google-id-tokens.ts'
import { yandexUserInfo } from '../../adapters/identity/yandex-user-info.ts'
import { boundedGot } from '../../adapters/service-http/bounded-got.ts'
import { linkIdentity as makeLinkIdentity } from '../../application/accounts/identities/link-identity.ts'
import { reauthenticate as makeReauthenticate } from '../../application/accounts/identities/reauthenticate.ts'
import { signInWithProvider as makeSignInWithProvider } from '../../application/accounts/identities/sign-in-with-provider.ts'
import { unlinkIdentity as makeUnlinkIdentity } from '../../application/accounts/identities/unlink-identity.ts'
import { endSession as makeEndSession } from '../../application/accounts/sessions/end-session.ts'
import { listSessions as makeListSessions } from '../../application/accounts/sessions/list-sessions.ts'
import { logIn as makeLogIn } from '../../application/accounts/sessions/log-in.ts'
import { logOut as makeLogOut } from '../../application/accounts/sessions/log-out.ts'
import { openSession as makeOpenSession } from '../../application/accounts/sessions/open-session.ts'
import { pruneSessions as makePruneSessions } from '../../application/accounts/sessions/prune-sessions.ts'
import { refreshSession as makeRefreshSession } from '../../application/accounts/sessions/refresh-session.ts'
import { rotateSigningKeys as makeRotateSigningKeys } from '../../application/accounts/sessions/rotate-signing-keys.ts'
import {
  identities,
  invalidation,
  knownNetworks,
  sessions,
  unitOfWork,
  usedIdentityTokens,
  users,
} from './persistence.ts'
import { provision, provisionOf } from './provision.ts'
import { config, keyRing, passwords, refreshTokens, registration, signingKeys, signupBonus } from './resources.ts'
import { accessTokens, clock, ids, settledClock, signingKeyMaker } from './runtime.ts'

const openSession = provision('openSession', makeOpenSession, {
  unitOfWork,
  accessTokens,
  refreshTokens,
  invalidation,
  ids,
  clock,
})
const logIn = provision('logIn', makeLogIn, { users, passwords, knownNetworks, openSession, clock })
const refreshSession = provision('refreshSession', makeRefreshSession, {
  sessions,
  users,
  accessTokens,
  refreshTokens,
  invalidation,
  clock,
})
const logOut = provision('logOut', makeLogOut, { sessions, invalidation, clock })
export const listSessions = provision('listSessions', makeListSessions, { sessions, clock })
const endSession = provision('endSession', makeEndSession, { sessions, invalidation, clock })
export const pruneSessions = provision('pruneSessions', makePruneSessions, {
  sessions,
  usedIdentityTokens,
  clock: settledClock,
})
export const rotateSigningKeys = provision('rotateSigningKeys', makeRotateSigningKeys, {
  signingKeys,
  signingKeyMaker,
  keyRing,
  clock,
})

const identityProviders = provision(
  'identityProviders',
  ({ config: { google, yandex }, clock: time }) => ({
    google: google === null ? null : googleIdTokens({ ...google, http: boundedGot, clock: time }),
    yandex: yandex === null ? null : yandexUserInfo({ ...yandex, http: boundedGot }),
  }),
  { config, clock },
)
const signInMethods = provision(
  'signInMethods',
  ({ config: { google, yandex, registration: open } }) => {
    const offered = [
      { provider: 'google', at: google },
      { provider: 'yandex', at: yandex },
    ] as const
    const providers = offered.flatMap(({ provider, at }): OfferedProvider[] =>
      at === null ? [] : [{ provider, clientId: at.clientId, authorizeUrl: at.authorizeUrl }],
    )
    return { registration: open, providers }
  },
  { config },
)
const signInWithProvider = provision('signInWithProvider', makeSignInWithProvider, {
  identityProviders,
  openSession,
  unitOfWork,
  invalidation,
  ids,
  clock,
  signupBonus,
  registration,
})
const linkIdentity = provision('linkIdentity', makeLinkIdentity, {
  identityProviders,
  identities,
  sessions,
  users,
  unitOfWork,
  ids,
  clock,
})
const unlinkIdentity = provision('unlinkIdentity', makeUnlinkIdentity, { unitOfWork, invalidation, ids, clock })
const reauthenticate = provision('reauthenticate', makeReauthenticate, {
  users,
  passwords,
  identityProviders,
  unitOfWork,
  clock,
})

export const sessionEndpoints = [
  provisionOf(logInEndpoint, logIn),
  provisionOf(refreshSessionEndpoint, refreshSession),
  provisionOf(logOutEndpoint, logOut),
  provisionOf(googleSignInEndpoint, signInWithProvider),
  provisionOf(yandexSignInEndpoint, signInWithProvider),
  provisionOf(readJwksEndpoint, accessTokens),
  provisionOf(linkGoogleEndpoint, linkIdentity),
  provisionOf(linkYandexEndpoint, linkIdentity),
  provisionOf(unlinkGoogleEndpoint, unlinkIdentity),
  provisionOf(unlinkYandexEndpoint, unlinkIdentity),
  provisionOf(listSessionsEndpoint, listSessions),
  provisionOf(endSessionEndpoint, endSession),
  provisionOf(reauthenticateEndpoint, reauthenticate),
  provisionOf(readSignInMethodsEndpoint, signInMethods),
]

/** Left out with `CONSOLE=off`. */
export const consoleEndpoints = [
  provisionOf(openConsoleSessionEndpoint, logIn),
  provisionOf(openConsoleSessionWithGoogleEndpoint, signInWithProvider),
  provisionOf(openConsoleSessionWithYandexEndpoint, signInWithProvider),
  provisionOf(refreshConsoleSessionEndpoint, refreshSession),
  provisionOf(endConsoleSessionEndpoint, logOut),
]
