import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AccessTokens } from '../../../application/ports/accounts/access-tokens.ts'
import { FOR_FIVE_MINUTES } from '../sending/cache-headers.ts'
import { json } from '../sending/http-response.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { serviceSurface } from './surface.ts'

export const readJwksEndpoint = (accessTokens: Pick<AccessTokens, 'publicKeys'>): Endpoint =>
  endpoint({
    id: 'readJwks',
    method: 'GET',
    path: '/.well-known/jwks.json',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    summary: 'The public keys of access tokens',
    success: {
      status: 200,
      description: 'A JSON Web Key Set.',
      body: t.type({ keys: t.array(t.UnknownRecord) }, 'JwkSet'),
    },
    failures: [],
    handle: async () => right(json(200, { keys: await accessTokens.publicKeys() }, { headers: FOR_FIVE_MINUTES })),
  })
