import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { VerifyEmail, VerifyEmailFailure } from '../../../../application/accounts/registration/verify-email.ts'
import { json } from '../../sending/http-response.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { credentialText } from '../codecs/account-codecs.ts'
import { tokenProblem } from '../codecs/field-problems.ts'
import { accountSurface } from '../surface.ts'

const verified = t.intersection(
  [
    t.type({ email: t.string, email_verified: t.literal(true) }),
    t.partial({ access_reset: t.literal(true), reset_token: t.string }),
  ],
  'VerifyEmailResponse',
)

type Refusal = ValidationError | Exclude<VerifyEmailFailure, { readonly tag: 'invalid_token' }>

const failureOf = (failure: VerifyEmailFailure): Refusal =>
  failure.tag === 'invalid_token' ? tokenProblem(failure) : failure

export const verifyEmailEndpoint = (verifyEmail: VerifyEmail): Endpoint =>
  endpoint({
    id: 'verifyEmail',
    securityEvent: 'email_verification',
    method: 'POST',
    path: '/v1/auth/verify-email',
    surface: accountSurface,
    auth: 'session_if_sent',
    group: 'Auth',
    summary: 'Prove an e-mail address with the token of a verification mail',
    body: t.type({ token: credentialText, password: nullish(credentialText) }, 'VerifyEmailRequest'),
    success: {
      status: 200,
      description:
        'The address is verified; the token is used up. With the password of the account, or in a session of it, ' +
        'nothing else changes. Otherwise another person may have opened the account: its older sessions, keys and ' +
        'linked identities end, its webhooks are disabled, its password is unset, and `access_reset` comes with a ' +
        '`reset_token` for `/v1/auth/reset-password`. Where that would happen and the access token of the call is ' +
        'not valid, the answer is a 401 and the link stays good: refresh the token, or send none.',
      body: verified,
    },
    failures: [],
    signInLimit: { account: () => null },
    handle: async ({ body: { token, password } }, caller) => {
      const proven = await verifyEmail({ token, password: password ?? null, caller })
      if (isLeft(proven)) return left(failureOf(proven.left))
      const { email, resetToken } = proven.right
      const reset = resetToken === null ? {} : ({ access_reset: true, reset_token: resetToken } as const)
      const answer: t.TypeOf<typeof verified> = { email, email_verified: true, ...reset }
      return right(json(200, answer))
    },
  })
