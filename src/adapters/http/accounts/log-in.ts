import { isLeft, isRight, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { LogIn } from '../../../application/accounts/log-in.ts'
import { parseEmail } from '../../../domain/identity/email-address.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { signInHeaders, userAgentOf } from './caller-headers.ts'
import { credentialText } from './account-codecs.ts'
import { tokenPairAnswer, tokenPairBody } from './token-pair-wire.ts'

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
    auth: 'none',
    summary: 'Log in with e-mail and password',
    headers: signInHeaders,
    body,
    success: { status: 200, description: 'A pair of tokens.', body: tokenPairBody },
    failures: ['invalid_credentials', 'overloaded'],
    signInLimit: { email: ({ email }) => foldedOf(email) },
    handle: async (call) => {
      const { clientAddress, headers, body: credentials } = call
      const pair = await logIn({ ...credentials, clientAddress, userAgent: userAgentOf(headers) })
      return isLeft(pair) ? pair : right(tokenPairAnswer(pair.right))
    },
  })
