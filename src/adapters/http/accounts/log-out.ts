import { right } from 'fp-ts/lib/Either.js'
import type { LogOut } from '../../../application/accounts/log-out.ts'
import { noContent } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

export const logOutEndpoint = (logOut: LogOut): Endpoint =>
  endpoint({
    id: 'logOut',
    securityEvent: 'session_end',
    method: 'POST',
    path: '/v1/auth/logout',
    auth: 'session',
    summary: 'End this session',
    success: { status: 204, description: 'Its tokens are refused from now on.' },
    failures: [],
    handle: async (_, caller) => {
      await logOut(caller)
      return right(noContent)
    },
  })
