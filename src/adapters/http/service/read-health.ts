import { right } from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'
import { json } from '../sending/http-response.ts'
import { endpoint } from '../endpoint/endpoint.ts'
import type { Endpoint } from '../endpoint/endpoint.ts'
import { serviceSurface } from './surface.ts'

const healthBody = t.record(t.string, t.string, 'Health')

/**
 * What a caller without a key may know. Version and engine stand only in the log, because they would help an attacker.
 */
interface HealthReport {
  /** `redis`, `memory` (one instance only), or `memory (redis unreachable)`. */
  readonly limits: string
}

export const readHealthEndpoint = (report: () => HealthReport): Endpoint =>
  endpoint({
    id: 'readHealth',
    method: 'GET',
    path: '/v1/health',
    surface: serviceSurface,
    auth: 'none',
    group: 'Service',
    unlimited: true,
    summary: 'Whether the process serves',
    success: { status: 200, description: 'It does.', body: healthBody },
    failures: [],
    handle: async () => right(json(200, { status: 'ok', ...report() })),
  })
