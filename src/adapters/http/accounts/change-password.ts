import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChangePassword } from '../../../application/accounts/change-password.ts'
import { noContent } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { languageHeaders, localeOf } from './caller-headers.ts'
import { credentialText, passwordToSet } from './account-codecs.ts'
import { passwordProblem } from './field-problems.ts'

export const changePasswordEndpoint = (changePassword: ChangePassword): Endpoint =>
  endpoint({
    id: 'changePassword',
    securityEvent: 'password_change',
    method: 'POST',
    path: '/v1/me/change-password',
    auth: 'session',
    summary: 'Change your password',
    headers: languageHeaders,
    body: t.type({ current_password: credentialText, new_password: passwordToSet }, 'ChangePasswordRequest'),
    success: { status: 204, description: 'Changed; your other sessions are over.' },
    failures: ['invalid_current_password', 'overloaded'],
    // A stolen access token is no licence to guess the password.
    signInLimit: { email: (_, { userId }) => `user:${userId}` },
    handle: async ({ headers, body: { current_password: currentPassword, new_password: newPassword } }, caller) => {
      const changed = await changePassword({ caller, currentPassword, newPassword, locale: localeOf(headers) })
      if (isLeft(changed)) {
        return left(changed.left.tag === 'weak_password' ? passwordProblem(changed.left, 'new_password') : changed.left)
      }
      return right(noContent)
    },
  })
