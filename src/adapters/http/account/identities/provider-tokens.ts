import * as t from 'io-ts'
import type { ProviderToken } from '../../../../application/ports/accounts/identity-provider.ts'
import { nullish, textOfLength } from '../../codecs/codecs.ts'

/** Longer than any token a provider gives out. */
export const providerToken = textOfLength(1, 8_192)

/** Longer than any nonce a client makes. */
export const nonce = textOfLength(1, 1_024)

/** What Google's sign-in gives to a client, and the nonce the client had put into it, if it had. */
export const idTokenBody = t.type({ id_token: providerToken, nonce: nullish(nonce) }, 'OAuthLoginRequest')

/** What Yandex gives to a client. */
export const accessTokenBody = t.type({ access_token: providerToken }, 'OAuthAccessTokenRequest')

export const googleTokenOf = (body: t.TypeOf<typeof idTokenBody>): ProviderToken => ({
  token: body.id_token,
  nonce: body.nonce ?? null,
})

export const yandexTokenOf = (body: t.TypeOf<typeof accessTokenBody>): ProviderToken => ({
  token: body.access_token,
  nonce: null,
})

/** Why a sign-in with a provider is refused. */
export const PROVIDER_SIGN_IN_FAILURES = [
  'invalid_identity_token',
  'invalid_credentials',
  'email_required',
  'link_required',
  'registration_closed',
  'identity_provider_unavailable',
  'not_found',
] as const
