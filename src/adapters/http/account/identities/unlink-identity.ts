import { isLeft, right } from 'fp-ts/lib/Either.js'
import type {
  UnlinkIdentity,
  UnlinkIdentityInput,
} from '../../../../application/accounts/identities/unlink-identity.ts'
import { noContent } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { accountSurface } from '../surface.ts'

const shared = {
  method: 'DELETE',
  surface: accountSurface,
  auth: 'session',
  group: 'Account',
  headers: languageHeaders,
  success: { status: 204, description: 'This provider opens the account no longer; your other sessions are over.' },
  failures: ['unauthenticated', 'reauthentication_required', 'not_found', 'last_way_in'],
} as const

const answer = async (unlink: UnlinkIdentity, input: UnlinkIdentityInput) => {
  const unlinked = await unlink(input)
  return isLeft(unlinked) ? unlinked : right(noContent)
}

export const unlinkGoogleEndpoint = (unlink: UnlinkIdentity): Endpoint =>
  endpoint({
    ...shared,
    id: 'unlinkGoogle',
    securityEvent: 'identity_unlink',
    path: '/v1/me/identities/google',
    summary: 'Unlink Google; needs a sign-in of the last ten minutes',
    handle: ({ headers }, caller) => answer(unlink, { caller, provider: 'google', locale: localeOf(headers) }),
  })

export const unlinkYandexEndpoint = (unlink: UnlinkIdentity): Endpoint =>
  endpoint({
    ...shared,
    id: 'unlinkYandex',
    securityEvent: 'identity_unlink',
    path: '/v1/me/identities/yandex',
    summary: 'Unlink Yandex; needs a sign-in of the last ten minutes',
    handle: ({ headers }, caller) => answer(unlink, { caller, provider: 'yandex', locale: localeOf(headers) }),
  })
