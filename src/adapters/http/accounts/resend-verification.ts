import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ResendVerification } from '../../../application/accounts/resend-verification.ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { languageHeaders, localeOf } from './caller-headers.ts'

export const resendVerificationEndpoint = (resendVerification: ResendVerification): Endpoint =>
  endpoint({
    id: 'resendVerification',
    method: 'POST',
    path: '/v1/auth/resend-verification',
    auth: 'session',
    summary: 'Ask for another verification mail',
    headers: languageHeaders,
    success: {
      status: 200,
      description: 'Whether a mail is on its way: none is when the address is verified already, or after too many.',
      body: t.type({ sent: t.boolean }, 'ResendVerificationResponse'),
    },
    failures: [],
    signInLimit: { email: (_, { userId }) => `user:${userId}` },
    handle: async ({ headers, clientAddress }, { userId }) =>
      right(json(200, { sent: await resendVerification(userId, localeOf(headers), clientAddress) })),
  })
