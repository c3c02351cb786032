import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../sending/http-response.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { serviceSurface } from './surface.ts'

/** `ping` resolves to false, within a bound, when the database does not answer. */
export const readDatabaseHealthEndpoint = (ping: () => Promise<boolean>): Endpoint =>
  endpoint({
    id: 'readDatabaseHealth',
    method: 'GET',
    path: '/v1/health/db',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    unlimited: true,
    summary: 'Whether the database answers',
    success: { status: 200, description: 'It does.', body: t.record(t.string, t.string, 'Health') },
    failures: ['ledger_unavailable'],
    handle: async () => ((await ping()) ? right(json(200, { status: 'ok' })) : left({ tag: 'ledger_unavailable' })),
  })
