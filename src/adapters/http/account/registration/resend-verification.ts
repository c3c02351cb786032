import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ResendVerification } from '../../../../application/accounts/registration/resend-verification.ts'
import { json } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { accountSurface } from '../surface.ts'

export const resendVerificationEndpoint = (resendVerification: ResendVerification): Endpoint =>
  endpoint({
    id: 'resendVerification',
    method: 'POST',
    path: '/v1/auth/resend-verification',
    surface: accountSurface,
    auth: 'session',
    group: 'Auth',
    summary: 'Ask for another verification mail',
    headers: languageHeaders,
    success: {
      status: 200,
      description: 'Whether a mail is on its way: none is when the address is verified already, or after too many.',
      body: t.type({ sent: t.boolean }, 'ResendVerificationResponse'),
    },
    failures: [],
    signInLimit: { account: (_, { userId }) => `user:${userId}` },
    handle: async ({ headers, clientAddress }, { userId }) =>
      right(json(200, { sent: await resendVerification(userId, localeOf(headers), clientAddress) })),
  })
