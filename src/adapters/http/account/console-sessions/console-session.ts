import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type {
  SignInWithProvider,
  SignInWithProviderInput,
} from '../../../../application/accounts/identities/sign-in-with-provider.ts'
import type { LogIn } from '../../../../application/accounts/sessions/log-in.ts'
import type { LogOut } from '../../../../application/accounts/sessions/log-out.ts'
import type { TokenPair } from '../../../../application/accounts/sessions/open-session.ts'
import type { RefreshSession } from '../../../../application/accounts/sessions/refresh-session.ts'
import { foldedEmailOf, loginBody } from '../codecs/login-wire.ts'
import { localeOf, signInHeaders, userAgentOf } from '../codecs/caller-headers.ts'
import {
  accessTokenBody,
  googleTokenOf,
  idTokenBody,
  PROVIDER_SIGN_IN_FAILURES,
  yandexTokenOf,
} from '../identities/provider-tokens.ts'
import { accountSurface } from '../surface.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Call, Endpoint } from '../../endpoint/endpoint.ts'
import { noContent } from '../../sending/http-response.ts'
import type { HttpResponse } from '../../sending/http-response.ts'
import {
  browserHeaders,
  consoleSessionBody,
  consoleSessionResponse,
  endedCookie,
  fromOwnPage,
  refreshTokenIn,
} from './session-cookie.ts'

const headers = t.intersection([signInHeaders, browserHeaders])

type BrowserCall<B = unknown> = Call<unknown, unknown, t.TypeOf<typeof headers>, B>

const signIn = {
  method: 'POST',
  surface: accountSurface,
  auth: 'none',
  group: 'Console',
  headers,
  success: {
    status: 200,
    description: 'The access token. The refresh token is in a cookie that no script can read.',
    body: consoleSessionBody,
    headers: { 'set-cookie': 'The refresh token, for the addresses under `/v1/console/session` alone.' },
  },
} as const

/** Opens or continues a session for one of the console's own pages. */
const forOwnPage = async <F>(
  call: BrowserCall,
  open: () => Promise<Either<F, TokenPair>>,
): Promise<Either<F | { readonly tag: 'cross_site_request' }, HttpResponse>> => {
  const own = fromOwnPage(call.headers, call.baseUrl)
  if (isLeft(own)) return own
  const pair = await open()
  return isLeft(pair) ? pair : right(consoleSessionResponse(pair.right, call.baseUrl))
}

export const openConsoleSessionEndpoint = (logIn: LogIn): Endpoint =>
  endpoint({
    ...signIn,
    id: 'openConsoleSession',
    securityEvent: 'sign_in',
    path: '/v1/console/session',
    summary: 'Sign in to the console with e-mail and password',
    body: loginBody,
    failures: ['invalid_credentials', 'cross_site_request'],
    signInLimit: { account: ({ email }) => foldedEmailOf(email) },
    handle: (call) =>
      forOwnPage(call, () =>
        logIn({ ...call.body, clientAddress: call.clientAddress, userAgent: userAgentOf(call.headers) }),
      ),
  })

/**
 * Every page of the console that opens asks for it, so it is no sign-in to be counted: the people of an office share an
 * address. No client guesses a token of 256 bits at the rate of the public addresses.
 */
export const refreshConsoleSessionEndpoint = (refreshSession: RefreshSession): Endpoint =>
  endpoint({
    ...signIn,
    id: 'refreshConsoleSession',
    securityEvent: 'refresh',
    path: '/v1/console/session/refresh',
    summary: 'Continue the session of the cookie with the next access token',
    failures: ['invalid_refresh_token', 'refresh_token_reused', 'cross_site_request'],
    handle: (call) => forOwnPage(call, () => refreshSession(refreshTokenIn(call.headers))),
  })

const SOCIAL_FAILURES = [...PROVIDER_SIGN_IN_FAILURES, 'cross_site_request'] as const

const socialInput = (
  call: BrowserCall,
  identity: Pick<SignInWithProviderInput, 'provider' | 'token'>,
): SignInWithProviderInput => ({
  ...identity,
  userAgent: userAgentOf(call.headers),
  locale: localeOf(call.headers),
  clientAddress: call.clientAddress,
})

export const openConsoleSessionWithGoogleEndpoint = (signInWithProvider: SignInWithProvider): Endpoint =>
  endpoint({
    ...signIn,
    id: 'openConsoleSessionWithGoogle',
    securityEvent: 'sign_in',
    path: '/v1/console/session/google',
    summary: 'Sign in to the console, or open an account, with a Google ID token',
    body: idTokenBody,
    bodyLimits: BODY_LIMITS.texts,
    failures: SOCIAL_FAILURES,
    signInLimit: { account: () => null },
    handle: (call) =>
      forOwnPage(call, () =>
        signInWithProvider(socialInput(call, { provider: 'google', token: googleTokenOf(call.body) })),
      ),
  })

export const openConsoleSessionWithYandexEndpoint = (signInWithProvider: SignInWithProvider): Endpoint =>
  endpoint({
    ...signIn,
    id: 'openConsoleSessionWithYandex',
    securityEvent: 'sign_in',
    path: '/v1/console/session/yandex',
    summary: 'Sign in to the console, or open an account, with a Yandex access token',
    body: accessTokenBody,
    bodyLimits: BODY_LIMITS.texts,
    failures: SOCIAL_FAILURES,
    signInLimit: { account: () => null },
    handle: (call) =>
      forOwnPage(call, () =>
        signInWithProvider(socialInput(call, { provider: 'yandex', token: yandexTokenOf(call.body) })),
      ),
  })

export const endConsoleSessionEndpoint = (logOut: LogOut): Endpoint =>
  endpoint({
    id: 'endConsoleSession',
    securityEvent: 'session_end',
    method: 'DELETE',
    path: '/v1/console/session',
    surface: accountSurface,
    auth: 'session',
    group: 'Console',
    summary: 'Sign out of the console',
    success: { status: 204, description: 'The session has ended, and the cookie is gone.' },
    failures: [],
    handle: async (call, caller) => {
      await logOut(caller)
      return right({ ...noContent, headers: endedCookie(call.baseUrl) })
    },
  })
