import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { AccessTokens } from '../../../application/ports/access-tokens.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

const CACHE_FIVE_MINUTES = { 'cache-control': 'public, max-age=300' }

export const readJwksEndpoint = (accessTokens: Pick<AccessTokens, 'publicKeys'>): Endpoint =>
  endpoint({
    id: 'readJwks',
    method: 'GET',
    path: '/.well-known/jwks.json',
    auth: 'none',
    summary: 'The public keys of access tokens',
    success: {
      status: 200,
      description: 'A JSON Web Key Set.',
      body: t.type({ keys: t.array(t.UnknownRecord) }, 'JwkSet'),
    },
    failures: [],
    handle: async () => right(json(200, { keys: await accessTokens.publicKeys() }, { headers: CACHE_FIVE_MINUTES })),
  })
