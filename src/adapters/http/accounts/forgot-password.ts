import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RequestPasswordReset } from '../../../application/accounts/request-password-reset.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { languageHeaders, localeOf } from './caller-headers.ts'
import { emailCodec } from './account-codecs.ts'

export const forgotPasswordEndpoint = (requestPasswordReset: RequestPasswordReset): Endpoint =>
  endpoint({
    id: 'forgotPassword',
    securityEvent: 'password_reset_request',
    method: 'POST',
    path: '/v1/auth/forgot-password',
    auth: 'none',
    summary: 'Ask for a mail with a link to set a new password',
    headers: languageHeaders,
    body: t.type({ email: emailCodec }, 'ForgotPasswordRequest'),
    success: {
      status: 200,
      description: 'The same for every address: whether anybody has it is not told.',
      body: t.type({ sent: t.literal(true) }, 'ForgotPasswordResponse'),
    },
    failures: [],
    signInLimit: { email: ({ email }) => email.folded },
    handle: async ({ headers, body: { email }, clientAddress }) => {
      await requestPasswordReset(email, localeOf(headers), clientAddress)
      return right(json(200, { sent: true }))
    },
  })
