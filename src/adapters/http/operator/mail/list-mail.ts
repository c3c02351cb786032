import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListMail } from '../../../../application/operators/mail/list-mail.ts'
import type { Clock } from '../../../../application/ports/process/clock.ts'
import { nullish, uuid } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { mailListBody, mailStateWord, writeMail } from './mail-wire.ts'

const cursors = idCursor('l')

export const listMailEndpoint = (listMail: ListMail, clock: Clock): Endpoint =>
  endpoint({
    id: 'listMail',
    method: 'GET',
    path: '/v1/operator/mail',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'List the mail messages that wait, failed or were sent lately, newest first',
    query: t.type({
      state: nullish(mailStateWord),
      account: nullish(uuid),
      limit: pageLimit(),
      cursor: nullish(t.string),
    }),
    success: {
      status: 200,
      description:
        'One page. A mail message goes a week after its end. Never shown: what it says, its links and its tokens, and more of ' +
        'the address than its first character and its domain.',
      body: mailListBody,
    },
    failures: ['invalid_cursor'],
    handle: async ({ query: { state = null, account: accountId = null, limit, cursor } }) => {
      const before = typeof cursor === 'string' ? cursors.read(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listMail({ state, accountId, before: before.right, limit })
      return right(json(200, cursorPage(page, cursors, writeMail(clock.now()))))
    },
  })
