import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import type { CallerBudget } from './body-budget.ts'
import { BODY_LIMITS } from './body-limits.ts'
import type { BodyLimits } from './body-limits.ts'
import type { MultipartForm } from './form-to-object.ts'
import { jsonBodyReader } from './read-json-body.ts'
import { rawBody, rawBodyReader } from './raw-body.ts'
import { readMultipartBody } from './read-multipart.ts'

export type ReadBody = (exchange: Exchange, admission: CallerBudget) => Promise<Either<ProtocolFailure, unknown>>

interface BodyKinds {
  /** Undefined where the endpoint takes no body. */
  readonly body?: unknown
  readonly bodyLimits?: BodyLimits
  readonly multipart?: MultipartForm
  readonly keepsBodyText?: true
}

const FORM_ONLY: ProtocolFailure = { tag: 'unsupported_media_type', message: 'Send a form: multipart/form-data.' }

/** How an endpoint's body is read: not at all, as its bytes, as JSON, as a form, or as either of the two. */
export const bodyReader = ({ body, bodyLimits = BODY_LIMITS.small, multipart, keepsBodyText }: BodyKinds): ReadBody => {
  if (body === undefined) return async () => right(undefined)
  if (body === rawBody) return rawBodyReader(bodyLimits)
  const readJson = jsonBodyReader(bodyLimits, keepsBodyText === true)
  if (multipart === undefined) return readJson
  const readOther: ReadBody = multipart.isOnly === true ? async () => left(FORM_ONLY) : readJson
  return (exchange, admission) =>
    exchange.is('multipart/form-data') === 'multipart/form-data'
      ? readMultipartBody(exchange, multipart, admission)
      : readOther(exchange, admission)
}
