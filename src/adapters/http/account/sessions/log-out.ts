import { right } from 'fp-ts/lib/Either.js'
import type { LogOut } from '../../../../application/accounts/sessions/log-out.ts'
import { noContent } from '../../sending/http-response.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { accountSurface } from '../surface.ts'

export const logOutEndpoint = (logOut: LogOut): Endpoint =>
  endpoint({
    id: 'logOut',
    securityEvent: 'session_end',
    method: 'POST',
    path: '/v1/auth/logout',
    surface: accountSurface,
    auth: 'session',
    group: 'Auth',
    summary: 'End this session',
    success: { status: 204, description: 'Its tokens are refused from now on.' },
    failures: [],
    handle: async (_, caller) => {
      await logOut(caller)
      return right(noContent)
    },
  })
