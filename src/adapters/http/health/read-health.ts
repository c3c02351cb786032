import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../answer.ts'
import { type Endpoint, endpoint } from '../endpoint.ts'

const healthBody = t.record(t.string, t.string, 'Health')

/** What a caller without a key may know. Version and engine stand in the log: they would help an attacker choose. */
export interface HealthReport {
  /** `redis`, `memory` (one instance only), or `memory (redis unreachable)`. */
  readonly limits: string
}

export const readHealthEndpoint = (report: () => HealthReport): Endpoint =>
  endpoint({
    id: 'readHealth',
    method: 'GET',
    path: '/v1/health',
    auth: 'none',
    unlimited: true,
    summary: 'Whether the process serves',
    success: { status: 200, description: 'It does.', body: healthBody },
    failures: [],
    handle: async () => right(json(200, { status: 'ok', ...report() })),
  })
