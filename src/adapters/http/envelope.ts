import { accountError } from './account-failures.ts'
import type { AccountFailure, ApiFailure, GatewayFailure } from './failures.ts'
import { gatewayError, gatewayErrorBody } from './gateway-failures.ts'

/** Which of the two error shapes an address answers in. */
export type Envelope = 'gateway' | 'account'

const ACCOUNT_PREFIXES = ['/v1/me', '/v1/auth', '/v1/billing', '/v1/media', '/v1/health', '/v1/catalog', '/.well-known']

/** The shape for an address that no endpoint serves (contract 2). */
export const envelopeOfPath = (path: string): Envelope =>
  ACCOUNT_PREFIXES.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ? 'account' : 'gateway'

export interface ErrorAnswer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
}

/** The one serializer of failures. An endpoint's type guarantees that its failures belong to its envelope. */
export const errorAnswer = (failure: ApiFailure, envelope: Envelope): ErrorAnswer => {
  if (envelope === 'account') return accountError(failure as AccountFailure)
  const error = gatewayError(failure as GatewayFailure)
  return { status: error.status, body: gatewayErrorBody(error), headers: error.headers }
}
