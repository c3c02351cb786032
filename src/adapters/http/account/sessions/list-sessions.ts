import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListSessions } from '../../../../application/accounts/sessions/list-sessions.ts'
import { secondsOf } from '../../../../domain/time-units.ts'
import type { Session } from '../../../../domain/identity/session.ts'
import { json } from '../../sending/http-response.ts'
import { unixTime } from '../../codecs/codecs.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { accountSurface } from '../surface.ts'

const sessionBody = t.type(
  {
    id: t.string,
    created_at: unixTime,
    last_used_at: unixTime,
    authenticated_at: unixTime,
    user_agent: t.union([t.string, t.null]),
    current: t.boolean,
  },
  'SessionResponse',
)

const writeSession = (session: Session, currentId: string): t.TypeOf<typeof sessionBody> => ({
  id: session.id,
  created_at: secondsOf(session.createdAt),
  last_used_at: secondsOf(session.rotatedAt),
  authenticated_at: secondsOf(session.authenticatedAt),
  user_agent: session.userAgent,
  current: session.id === currentId,
})

export const listSessionsEndpoint = (listSessions: ListSessions): Endpoint =>
  endpoint({
    id: 'listSessions',
    method: 'GET',
    path: '/v1/me/sessions',
    surface: accountSurface,
    auth: 'session',
    group: 'Account',
    summary: 'List where you are logged in',
    success: {
      status: 200,
      description:
        'Your sessions, the one used last first. `last_used_at` is the login or the last refresh; ' +
        '`authenticated_at` is when you last proved who you are.',
      body: t.readonlyArray(sessionBody),
    },
    failures: [],
    handle: async (_, { userId, sessionId }) => {
      const sessions = await listSessions(userId)
      return right(
        json(
          200,
          sessions.map((session) => writeSession(session, sessionId)),
        ),
      )
    },
  })
