import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { DeactivateUser } from '../../../../application/accounts/users/deactivate-user.ts'
import { noContent } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { languageHeaders, localeOf } from '../codecs/caller-headers.ts'
import { accountSurface } from '../surface.ts'

export const deleteAccountEndpoint = (deactivateUser: DeactivateUser): Endpoint =>
  endpoint({
    id: 'deleteAccount',
    securityEvent: 'account_deletion',
    method: 'DELETE',
    path: '/v1/me',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'Close your account',
    headers: languageHeaders,
    success: { status: 204, description: 'Closed: all sessions are over and all keys refused.' },
    failures: [],
    handle: async ({ headers }, { userId }) => {
      const outcome = await deactivateUser(userId, localeOf(headers))
      if (isLeft(outcome)) throw new Error(`no user ${userId}`)
      return right(noContent)
    },
  })
