import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { LinkIdentity, LinkIdentityInput } from '../../../application/accounts/link-identity.ts'
import type { SessionPrincipal } from '../../../domain/identity/principal.ts'
import { json } from '../answer.ts'
import { BODY_BOUNDS } from '../body/body-bounds.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { profileBody, writeProfile } from './profile-wire.ts'
import { accessTokenBody, idTokenBody } from './provider-tokens.ts'

const shared = {
  method: 'POST',
  auth: 'session',
  bounds: BODY_BOUNDS.texts,
  success: { status: 200, description: 'You, with the provider among your identities.', body: profileBody },
  failures: ['invalid_identity_token', 'identity_taken', 'identity_provider_unavailable', 'not_found'],
} as const

/** Each call may ask a provider something: an account gets no more of them than of logins. */
const signInLimit = { email: (_: unknown, { userId }: SessionPrincipal) => `user:${userId}` }

const answer = async (link: LinkIdentity, input: LinkIdentityInput) => {
  const profile = await link(input)
  return isLeft(profile) ? profile : right(json(200, writeProfile(profile.right)))
}

export const linkGoogleEndpoint = (link: LinkIdentity): Endpoint =>
  endpoint({
    ...shared,
    id: 'linkGoogle',
    path: '/v1/me/identities/google',
    summary: 'Link your Google account, to enter with it too',
    body: idTokenBody,
    signInLimit,
    handle: ({ body }, { userId }) => answer(link, { userId, provider: 'google', token: body.id_token }),
  })

export const linkYandexEndpoint = (link: LinkIdentity): Endpoint =>
  endpoint({
    ...shared,
    id: 'linkYandex',
    path: '/v1/me/identities/yandex',
    summary: 'Link your Yandex account, to enter with it too',
    body: accessTokenBody,
    signInLimit,
    handle: ({ body }, { userId }) => answer(link, { userId, provider: 'yandex', token: body.access_token }),
  })
