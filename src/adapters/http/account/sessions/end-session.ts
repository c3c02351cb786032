import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { EndSession } from '../../../../application/accounts/sessions/end-session.ts'
import { noContent } from '../../sending/http-response.ts'
import { uuid } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { accountSurface } from '../surface.ts'

export const endSessionEndpoint = (endSession: EndSession): Endpoint =>
  endpoint({
    id: 'endSession',
    securityEvent: 'session_end',
    method: 'DELETE',
    path: '/v1/me/sessions/:session_id',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'End one of your sessions',
    params: t.type({ session_id: uuid }),
    success: { status: 204, description: 'Its tokens are refused from now on.' },
    failures: ['not_found'],
    handle: async ({ params }, { userId }) => {
      const ended = await endSession({ userId, sessionId: params.session_id })
      return isLeft(ended) ? ended : right(noContent)
    },
  })
