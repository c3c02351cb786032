import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { DeactivateUser } from '../../../application/accounts/deactivate-user.ts'
import { noContent } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'
import { languageHeaders, localeOf } from './caller-headers.ts'

export const deleteAccountEndpoint = (deactivateUser: DeactivateUser): Endpoint =>
  endpoint({
    id: 'deleteAccount',
    securityEvent: 'account_deletion',
    method: 'DELETE',
    path: '/v1/me',
    auth: 'session',
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
