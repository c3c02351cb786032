import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

/** `ping` resolves to false, within a bound, when the database does not answer. */
export const readDatabaseHealthEndpoint = (ping: () => Promise<boolean>): Endpoint =>
  endpoint({
    id: 'readDatabaseHealth',
    method: 'GET',
    path: '/v1/health/db',
    auth: 'none',
    unlimited: true,
    summary: 'Whether the database answers',
    success: { status: 200, description: 'It does.', body: t.record(t.string, t.string, 'Health') },
    failures: ['ledger_unavailable'],
    handle: async () => ((await ping()) ? right(json(200, { status: 'ok' })) : left({ tag: 'ledger_unavailable' })),
  })
