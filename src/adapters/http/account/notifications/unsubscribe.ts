import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { Unsubscribe } from '../../../../application/notifications/unsubscribe.ts'
import { ALERT_KINDS } from '../../../../domain/mail/notification-settings.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import { wordOf } from '../../codecs/word-codec.ts'
import { json } from '../../sending/http-response.ts'
import { credentialText } from '../codecs/account-codecs.ts'
import { accountSurface } from '../surface.ts'

/** A GET would be followed by programs that look at every link of a mail, so there is none. */
export const unsubscribeEndpoint = (unsubscribe: Unsubscribe): Endpoint =>
  endpoint({
    id: 'unsubscribe',
    method: 'POST',
    path: '/v1/me/notifications/unsubscribe',
    surface: accountSurface,
    auth: 'none',
    group: 'Account',
    summary: 'Get no more mails of one kind, by the token of such a mail',
    query: t.type({ token: credentialText }),
    success: {
      status: 200,
      description:
        'No more mails of this kind. It needs no session and reads no body: mail programs call it by one click (RFC 8058).',
      body: t.type({ kind: wordOf(ALERT_KINDS) }, 'UnsubscribeResponse'),
    },
    failures: [],
    handle: async ({ query }) => {
      const ended = await unsubscribe(query.token)
      return isLeft(ended)
        ? left(problemIn('query', ['token'], 'is not valid', ended.left.tag))
        : right(json(200, { kind: ended.right }))
    },
  })
