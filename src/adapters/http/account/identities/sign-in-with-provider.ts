import { isLeft, right } from 'fp-ts/lib/Either.js'
import type {
  SignInWithProvider,
  SignInWithProviderInput,
} from '../../../../application/accounts/identities/sign-in-with-provider.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { localeOf, signInHeaders, userAgentOf } from '../codecs/caller-headers.ts'
import {
  accessTokenBody,
  googleTokenOf,
  idTokenBody,
  PROVIDER_SIGN_IN_FAILURES,
  yandexTokenOf,
} from './provider-tokens.ts'
import { tokenPairResponse, tokenPairBody } from '../codecs/token-pair-wire.ts'
import { accountSurface } from '../surface.ts'

const shared = {
  method: 'POST',
  surface: accountSurface,
  auth: 'none',
  group: 'Auth',
  bodyLimits: BODY_LIMITS.texts,
  headers: signInHeaders,
  success: { status: 200, description: 'A pair of tokens of this service.', body: tokenPairBody },
  failures: PROVIDER_SIGN_IN_FAILURES,
  signInLimit: { account: () => null },
} as const

const answer = async (signIn: SignInWithProvider, input: SignInWithProviderInput) => {
  const pair = await signIn(input)
  return isLeft(pair) ? pair : right(tokenPairResponse(pair.right))
}

export const googleSignInEndpoint = (signIn: SignInWithProvider): Endpoint =>
  endpoint({
    ...shared,
    id: 'signInWithGoogle',
    securityEvent: 'sign_in',
    path: '/v1/auth/oauth/google',
    summary: 'Enter, or open an account, with a Google ID token',
    body: idTokenBody,
    handle: ({ headers, body, clientAddress }) =>
      answer(signIn, {
        provider: 'google',
        token: googleTokenOf(body),
        userAgent: userAgentOf(headers),
        locale: localeOf(headers),
        clientAddress,
      }),
  })

export const yandexSignInEndpoint = (signIn: SignInWithProvider): Endpoint =>
  endpoint({
    ...shared,
    id: 'signInWithYandex',
    securityEvent: 'sign_in',
    path: '/v1/auth/oauth/yandex',
    summary: 'Enter, or open an account, with a Yandex access token',
    body: accessTokenBody,
    handle: ({ headers, body, clientAddress }) =>
      answer(signIn, {
        provider: 'yandex',
        token: yandexTokenOf(body),
        userAgent: userAgentOf(headers),
        locale: localeOf(headers),
        clientAddress,
      }),
  })
