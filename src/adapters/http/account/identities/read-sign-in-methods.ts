import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Registration } from '../../../../application/accounts/registration/self-register.ts'
import type { SocialProvider } from '../../../../domain/identity/social-identity.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { accountSurface } from '../surface.ts'

/** What a page needs to send a person to a social provider. */
export interface OfferedProvider {
  readonly provider: SocialProvider
  readonly clientId: string
  readonly authorizeUrl: string
}

interface SignInMethods {
  readonly registration: Registration
  readonly providers: readonly OfferedProvider[]
}

const methodsBody = t.type(
  {
    registration: t.keyof({ open: null, closed: null }),
    providers: t.array(
      t.type({ provider: t.keyof({ google: null, yandex: null }), client_id: t.string, authorize_url: t.string }),
    ),
  },
  'SignInMethods',
)

export const readSignInMethodsEndpoint = ({ registration, providers }: SignInMethods): Endpoint =>
  endpoint({
    id: 'readSignInMethods',
    method: 'GET',
    path: '/v1/auth/methods',
    surface: accountSurface,
    auth: 'none',
    group: 'Auth',
    summary: 'Whether people may open accounts here, and which social providers they may enter with',
    success: {
      status: 200,
      description:
        'A page sends the person to `authorize_url` with `client_id` and a `state` of its own: at Google with ' +
        '`response_type=id_token` and a `nonce`, at Yandex with `response_type=token`. The token comes back in the ' +
        'fragment of the address.',
      body: methodsBody,
    },
    failures: [],
    handle: () => {
      const body: t.TypeOf<typeof methodsBody> = {
        registration,
        providers: providers.map(({ provider, clientId, authorizeUrl }) => ({
          provider,
          client_id: clientId,
          authorize_url: authorizeUrl,
        })),
      }
      return Promise.resolve(right(json(200, body)))
    },
  })
