import { left, right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../sending/http-response.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { serviceSurface } from './surface.ts'

/** Whether the database answers; busy: it is there, and no connection to it became free. */
export type DatabaseHealth = 'ok' | 'busy' | 'away'

const FAILURES = { busy: 'overloaded', away: 'ledger_unavailable' } as const

/** `ping` resolves within a bound. */
export const readDatabaseHealthEndpoint = (ping: () => Promise<DatabaseHealth>): Endpoint =>
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
    failures: [],
    handle: async () => {
      const found = await ping()
      return found === 'ok' ? right(json(200, { status: found })) : left({ tag: FAILURES[found] })
    },
  })
