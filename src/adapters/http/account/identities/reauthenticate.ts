import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Proof, Reauthenticate } from '../../../../application/accounts/identities/reauthenticate.ts'
import { unixSeconds } from '../../../../domain/time-units.ts'
import { RECENT_SIGN_IN_MS } from '../../../../domain/identity/session.ts'
import { json } from '../../sending/http-response.ts'
import { BODY_LIMITS } from '../../body/body-limits.ts'
import { nullish, unixTime } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { credentialText } from '../codecs/account-codecs.ts'
import { nonce, providerToken } from './provider-tokens.ts'
import { accountSurface } from '../surface.ts'

const body = t.type(
  {
    password: nullish(credentialText),
    id_token: nullish(providerToken),
    nonce: nullish(nonce),
    access_token: nullish(providerToken),
  },
  'ReauthenticateRequest',
)

const reauthenticated = t.type({ authenticated_at: unixTime, fresh_until: unixTime }, 'ReauthenticateResponse')

const ONE_PROOF: Either<ValidationError, never> = left(
  problemIn('body', [], 'must have exactly one of password, id_token (Google) and access_token (Yandex)', 'one_proof'),
)

const proofOf = (sent: t.TypeOf<typeof body>): Either<ValidationError, Proof> => {
  const { password, id_token: idToken, access_token: accessToken } = sent
  const proofs: Proof[] = []
  if (typeof password === 'string') proofs.push({ tag: 'password', password })
  if (typeof idToken === 'string') {
    const token = { token: idToken, nonce: sent.nonce ?? null }
    proofs.push({ tag: 'social', provider: 'google', token })
  }
  if (typeof accessToken === 'string') {
    proofs.push({ tag: 'social', provider: 'yandex', token: { token: accessToken, nonce: null } })
  }
  const [proof] = proofs
  return proof === undefined || proofs.length > 1 ? ONE_PROOF : right(proof)
}

export const reauthenticateEndpoint = (reauthenticate: Reauthenticate): Endpoint =>
  endpoint({
    id: 'reauthenticate',
    securityEvent: 'reauthentication',
    method: 'POST',
    path: '/v1/auth/reauthenticate',
    surface: accountSurface,
    auth: 'session',
    group: 'Auth',
    bodyLimits: BODY_LIMITS.texts,
    summary: 'Prove once more who you are, for what needs a fresh sign-in',
    body,
    success: {
      status: 200,
      description: 'This session counts as freshly signed in for ten minutes. The body has exactly one proof.',
      body: reauthenticated,
    },
    failures: [
      'unauthenticated',
      'invalid_current_password',
      'invalid_identity_token',
      'identity_provider_unavailable',
      'not_found',
    ],
    // A stolen access token is no licence to guess the password.
    signInLimit: { account: (_, { userId }) => `user:${userId}` },
    handle: async (call, caller) => {
      const proof = proofOf(call.body)
      if (isLeft(proof)) return proof
      const at = await reauthenticate({ caller, proof: proof.right })
      if (isLeft(at)) return at
      const atMs = at.right.getTime()
      const answer: t.TypeOf<typeof reauthenticated> = {
        authenticated_at: unixSeconds(atMs),
        fresh_until: unixSeconds(atMs + RECENT_SIGN_IN_MS),
      }
      return right(json(200, answer))
    },
  })
