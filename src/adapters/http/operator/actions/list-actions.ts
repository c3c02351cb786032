import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListActions } from '../../../../application/operators/list-actions.ts'
import { nullish, textOfLength } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { actionListBody, writeAction } from './action-wire.ts'

const MAX_NAME_CHARACTERS = 320

const cursors = idCursor('o')

export const listOperatorActionsEndpoint = (listActions: ListActions): Endpoint =>
  endpoint({
    id: 'listOperatorActions',
    method: 'GET',
    path: '/v1/operator/actions',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'List what operators did, newest first',
    query: t.type({
      operator: nullish(textOfLength(1, MAX_NAME_CHARACTERS)),
      subject: nullish(textOfLength(1, MAX_NAME_CHARACTERS)),
      limit: pageLimit(),
      cursor: nullish(t.string),
    }),
    success: {
      status: 200,
      description:
        'One page. An action at the command line names the user and the machine that ran it, one over HTTP the address ' +
        'of its account. `subject` is the id of the account or the thing that was changed.',
      body: actionListBody,
    },
    failures: ['invalid_cursor'],
    handle: async ({ query: { operator = null, subject = null, limit, cursor } }) => {
      const before = typeof cursor === 'string' ? cursors.read(cursor) : right(null)
      if (isLeft(before)) return before
      const page = await listActions({ operator, subject, before: before.right, limit })
      return right(json(200, cursorPage(page, cursors, writeAction)))
    },
  })
