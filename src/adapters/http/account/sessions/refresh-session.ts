import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RefreshSession } from '../../../../application/accounts/sessions/refresh-session.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { credentialText } from '../codecs/account-codecs.ts'
import { tokenPairResponse, tokenPairBody } from '../codecs/token-pair-wire.ts'
import { accountSurface } from '../surface.ts'

export const refreshSessionEndpoint = (refreshSession: RefreshSession): Endpoint =>
  endpoint({
    id: 'refreshSession',
    securityEvent: 'refresh',
    method: 'POST',
    path: '/v1/auth/refresh',
    surface: accountSurface,
    auth: 'none',
    group: 'Auth',
    summary: 'Exchange a refresh token for the next pair',
    body: t.type({ refresh_token: credentialText }, 'RefreshRequest'),
    success: { status: 200, description: 'The next pair; the token presented is used up.', body: tokenPairBody },
    failures: ['invalid_refresh_token', 'refresh_token_reused'],
    signInLimit: { account: () => null },
    handle: async (call) => {
      const pair = await refreshSession(call.body.refresh_token)
      return isLeft(pair) ? pair : right(tokenPairResponse(pair.right))
    },
  })
