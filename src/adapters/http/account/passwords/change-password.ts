import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ChangePassword } from '../../../../application/accounts/passwords/change-password.ts'
import { noContent } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { credentialText, passwordToSet } from '../codecs/account-codecs.ts'
import { passwordProblem } from '../codecs/field-problems.ts'
import { accountSurface } from '../surface.ts'

export const changePasswordEndpoint = (changePassword: ChangePassword): Endpoint =>
  endpoint({
    id: 'changePassword',
    securityEvent: 'password_change',
    method: 'POST',
    path: '/v1/me/change-password',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Change your password',
    headers: languageHeaders,
    body: t.type({ current_password: credentialText, new_password: passwordToSet }, 'ChangePasswordRequest'),
    success: {
      status: 204,
      description: 'Changed; your other sessions are over. API keys, linked identities and webhooks stay.',
    },
    failures: ['invalid_current_password'],
    // A stolen access token is no licence to guess the password.
    signInLimit: { account: (_, { userId }) => `user:${userId}` },
    handle: async ({ headers, body: { current_password: currentPassword, new_password: newPassword } }, caller) => {
      const changed = await changePassword({ caller, currentPassword, newPassword, locale: localeOf(headers) })
      if (isLeft(changed)) {
        return left(changed.left.tag === 'weak_password' ? passwordProblem(changed.left, 'new_password') : changed.left)
      }
      return right(noContent)
    },
  })
