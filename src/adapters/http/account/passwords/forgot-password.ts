import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { RequestPasswordReset } from '../../../../application/accounts/passwords/request-password-reset.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { emailCodec } from '../codecs/account-codecs.ts'
import { accountSurface } from '../surface.ts'

export const forgotPasswordEndpoint = (requestPasswordReset: RequestPasswordReset): Endpoint =>
  endpoint({
    id: 'forgotPassword',
    securityEvent: 'password_reset_request',
    method: 'POST',
    path: '/v1/auth/forgot-password',
    surface: accountSurface,
    auth: 'none',
    group: 'Auth',
    summary: 'Ask for a mail with a link to set a new password',
    headers: languageHeaders,
    body: t.type({ email: emailCodec }, 'ForgotPasswordRequest'),
    success: {
      status: 200,
      description: 'The same for every address: it does not show whether an account has the address.',
      body: t.type({ sent: t.literal(true) }, 'ForgotPasswordResponse'),
    },
    failures: [],
    signInLimit: { account: ({ email }) => email.folded },
    handle: async ({ headers, body: { email }, clientAddress }) => {
      await requestPasswordReset(email, localeOf(headers), clientAddress)
      return right(json(200, { sent: true }))
    },
  })
