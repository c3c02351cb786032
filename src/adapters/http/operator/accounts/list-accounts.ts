import { isLeft, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import type { ListAccounts } from '../../../../application/operators/accounts/list-accounts.ts'
import { nullish, textOfLength } from '../../codecs/codecs.ts'
import { pageLimit } from '../../codecs/page-limit.ts'
import { cursorPage } from '../../codecs/cursor-page.ts'
import { idCursor } from '../../codecs/id-cursor.ts'
import { endpoint } from '../../endpoint/endpoint.ts'
import type { Endpoint } from '../../endpoint/endpoint.ts'
import { json } from '../../sending/http-response.ts'
import { operatorSurface } from '../surface.ts'
import { accountListBody, writeAccount } from './account-wire.ts'

const MAX_SEARCH_CHARACTERS = 254

const cursors = idCursor('a')

export const listAccountsEndpoint = (listAccounts: ListAccounts): Endpoint =>
  endpoint({
    id: 'listAccounts',
    method: 'GET',
    path: '/v1/operator/accounts',
    surface: operatorSurface,
    auth: 'operator',
    group: 'Operator',
    summary: 'Find accounts by the beginning of their address or by their id',
    query: t.type({
      search: nullish(textOfLength(1, MAX_SEARCH_CHARACTERS)),
      limit: pageLimit(),
      cursor: nullish(t.string),
    }),
    success: {
      status: 200,
      description: 'One page, in the order of the addresses where these were searched for, else the newest first.',
      body: accountListBody,
    },
    failures: ['invalid_cursor'],
    handle: async ({ query: { search = null, limit, cursor } }) => {
      const after = typeof cursor === 'string' ? cursors.read(cursor) : right(null)
      if (isLeft(after)) return after
      const page = await listAccounts({ search, after: after.right, limit })
      return right(json(200, cursorPage(page, cursors, writeAccount)))
    },
  })
