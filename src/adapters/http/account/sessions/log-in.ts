import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { LogIn } from '../../../../application/accounts/sessions/log-in.ts'
import { parseEmail } from '../../../../domain/identity/email-address.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { signInHeaders, userAgentOf } from '../codecs/caller-headers.ts'
import { credentialText } from '../codecs/account-codecs.ts'
import { tokenPairResponse, tokenPairBody } from '../codecs/token-pair-wire.ts'
import { accountSurface } from '../surface.ts'

/** What is no address, or no allowed password, is a wrong one: the answer to all of them is the same 401. */
const body = t.type({ email: credentialText, password: credentialText }, 'LoginRequest')

const foldedOf = (text: string): string | null => {
  const email = parseEmail(text)
  return isRight(email) ? email.right.folded : null
}

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
    body,
    success: { status: 200, description: 'A pair of tokens.', body: tokenPairBody },
    failures: ['invalid_credentials', 'overloaded'],
    signInLimit: { email: ({ email }) => foldedOf(email) },
    handle: async (call) => {
      const { clientAddress, headers, body: credentials } = call
      const pair = await logIn({ ...credentials, clientAddress, userAgent: userAgentOf(headers) })
      return isLeft(pair) ? pair : right(tokenPairResponse(pair.right))
    },
  })
