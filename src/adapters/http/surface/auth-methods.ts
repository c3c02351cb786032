import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { Admission } from '../../../application/admission/admission.ts'
import type { RateVerdict } from '../../../domain/limits/rate-limit.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Arrival, AuthMethod, EndpointLimits } from './surface.ts'

/** The credential of `Authorization: Bearer …`; empty when there is none. */
export const bearerOf = (authorization: string | undefined): string => {
  const match = /^bearer +([^\s]+) *$/i.exec(authorization ?? '')
  return match?.[1] ?? ''
}

export const rateLimitFailure = (verdict: RateVerdict): Either<ProtocolFailure, null> =>
  verdict.allowed ? right(null) : left({ tag: 'rate_limit_exceeded', retryAfterSeconds: verdict.retryAfterSeconds })

/** Takes one call from the rate limit of the client's address. */
const admitAddress = async (
  { state }: Arrival,
  { isSignIn, unlimited }: EndpointLimits,
  admission: Admission,
): Promise<Either<ProtocolFailure, null>> => {
  if (isSignIn) return rateLimitFailure(await admission.admitSignIn(state.clientAddress))
  return unlimited === true ? right(null) : rateLimitFailure(await admission.admitAddress(state.clientAddress))
}

/** Anyone may call; the client's address is limited. */
export const anonymous: AuthMethod<null, never> = {
  authenticate: admitAddress,
  failures: [],
  security: [],
  responseHeaders: {},
}
