import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ResetPassword, ResetPasswordFailure } from '../../../../application/accounts/passwords/reset-password.ts'
import { json } from '../../sending/http-response.ts'
import { nullish } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { credentialText, passwordToSet } from '../codecs/account-codecs.ts'
import { passwordProblem, tokenProblem } from '../codecs/field-problems.ts'
import { accountSurface } from '../surface.ts'

export const resetPasswordEndpoint = (resetPassword: ResetPassword): Endpoint =>
  endpoint({
    id: 'resetPassword',
    securityEvent: 'password_reset',
    method: 'POST',
    path: '/v1/auth/reset-password',
    surface: accountSurface,
    auth: 'none',
    group: 'Auth',
    summary: 'Set a new password with the token of a reset mail',
    headers: languageHeaders,
    body: t.type(
      { token: credentialText, new_password: passwordToSet, drop_access: nullish(t.boolean) },
      'ResetPasswordRequest',
    ),
    success: {
      status: 200,
      description:
        'The password is set, the address is verified, and every session is over. With `drop_access` social ' +
        'identities that were linked and keys that were made since the address was verified are gone too, and every ' +
        'webhook is disabled: look where it leads, and give it another secret, before you enable it.',
      body: t.type({ reset: t.literal(true) }, 'ResetPasswordResponse'),
    },
    failures: [],
    signInLimit: { account: () => null },
    handle: async ({ headers, body: { token, new_password: newPassword, drop_access } }) => {
      const reset = await resetPassword({
        token,
        newPassword,
        dropAccess: drop_access ?? false,
        locale: localeOf(headers),
      })
      return isLeft(reset) ? left(failureOf(reset.left)) : right(json(200, { reset: true }))
    },
  })

const failureOf = (failure: ResetPasswordFailure): ValidationError | { readonly tag: 'overloaded' } => {
  switch (failure.tag) {
    case 'invalid_token':
      return tokenProblem(failure)
    case 'weak_password':
      return passwordProblem(failure, 'new_password')
    case 'overloaded':
      return failure
  }
}
