import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { LogIn } from '../../../../application/accounts/sessions/log-in.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { signInHeaders, userAgentOf } from '../codecs/caller-headers.ts'
import { foldedEmailOf, loginBody } from '../codecs/login-wire.ts'
import { tokenPairResponse, tokenPairBody } from '../codecs/token-pair-wire.ts'
import { accountSurface } from '../surface.ts'

export const logInEndpoint = (logIn: LogIn): Endpoint =>
  endpoint({
    id: 'logIn',
    securityEvent: 'sign_in',
    method: 'POST',
    path: '/v1/auth/login',
    surface: accountSurface,
    auth: 'none',
    group: 'Auth',
    summary: 'Log in with e-mail and password',
    headers: signInHeaders,
    body: loginBody,
    success: { status: 200, description: 'A pair of tokens.', body: tokenPairBody },
    failures: ['invalid_credentials'],
    signInLimit: { account: ({ email }) => foldedEmailOf(email) },
    handle: async (call) => {
      const { clientAddress, headers, body: credentials } = call
      const pair = await logIn({ ...credentials, clientAddress, userAgent: userAgentOf(headers) })
      return isLeft(pair) ? pair : right(tokenPairResponse(pair.right))
    },
  })
