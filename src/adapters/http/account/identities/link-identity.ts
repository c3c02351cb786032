import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { LinkIdentity, LinkIdentityInput } from '../../../../application/accounts/identities/link-identity.ts'
import type { SessionPrincipal } from '../../../../domain/identity/principal.ts'
import { json } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { profileBody, writeProfile } from '../profile/profile-wire.ts'
import { accessTokenBody, googleTokenOf, idTokenBody, yandexTokenOf } from './provider-tokens.ts'
import { accountSurface } from '../surface.ts'

const shared = {
  method: 'POST',
  surface: accountSurface,
  auth: 'session',
  group: 'Account',
  bodyLimits: BODY_LIMITS.texts,
  headers: languageHeaders,
  success: { status: 200, description: 'You, with the provider among your identities.', body: profileBody },
  failures: [
    'unauthenticated',
    'reauthentication_required',
    'invalid_identity_token',
    'identity_taken',
    'identity_provider_unavailable',
    'not_found',
  ],
} as const

/** Each call may ask a provider something: an account gets no more of them than of logins. */
const signInLimit = { account: (_: unknown, { userId }: SessionPrincipal) => `user:${userId}` }

const answer = async (link: LinkIdentity, input: LinkIdentityInput) => {
  const profile = await link(input)
  return isLeft(profile) ? profile : right(json(200, writeProfile(profile.right)))
}

export const linkGoogleEndpoint = (link: LinkIdentity): Endpoint =>
  endpoint({
    ...shared,
    id: 'linkGoogle',
    securityEvent: 'identity_link',
    path: '/v1/me/identities/google',
    summary: 'Link your Google account, to enter with it too; needs a sign-in of the last ten minutes',
    body: idTokenBody,
    signInLimit,
    handle: ({ headers, body }, caller) =>
      answer(link, { caller, provider: 'google', token: googleTokenOf(body), locale: localeOf(headers) }),
  })

export const linkYandexEndpoint = (link: LinkIdentity): Endpoint =>
  endpoint({
    ...shared,
    id: 'linkYandex',
    securityEvent: 'identity_link',
    path: '/v1/me/identities/yandex',
    summary: 'Link your Yandex account, to enter with it too; needs a sign-in of the last ten minutes',
    body: accessTokenBody,
    signInLimit,
    handle: ({ headers, body }, caller) =>
      answer(link, { caller, provider: 'yandex', token: yandexTokenOf(body), locale: localeOf(headers) }),
  })
