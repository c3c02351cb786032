import { left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import { fieldsNamed } from '../../../domain/exact-numbers.ts'
import type { ExactFields } from '../../../domain/exact-numbers.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import { BODY_LIMITS } from './body-limits.ts'
import type { BodyLimits } from './body-limits.ts'
import type { MultipartForm } from './form-to-object.ts'
import { jsonBodyReader } from './read-json-body.ts'
import { rawBody, rawBodyReader } from './raw-body.ts'
import { readMultipartBody } from './read-multipart.ts'

export type ReadBody = (exchange: Exchange, memory: HeldMemory) => Promise<Either<ProtocolFailure, unknown>>

interface BodyKinds {
  /** Undefined where the endpoint takes no body. */
  readonly body?: unknown
  readonly bodyLimits?: BodyLimits
  readonly multipart?: MultipartForm
  readonly keepsBodyText?: true
  readonly exactFields?: ExactFields
}

const NO_FIELDS = fieldsNamed()

const FORM = 'multipart/form-data'

const mediaType = (message: string): ProtocolFailure => ({ tag: 'unsupported_media_type', message })

const JSON_ONLY = mediaType('Send the body as application/json.')
const FORM_ONLY = mediaType(`Send a form: ${FORM}.`)
const FORM_OR_JSON = mediaType(`Send the body as application/json or as a form: ${FORM}.`)

/** How an endpoint's body is read: not at all, as its bytes, as JSON, as a form, or as either of the two. */
export const bodyReader = ({
  body,
  bodyLimits = BODY_LIMITS.small,
  multipart,
  keepsBodyText,
  exactFields,
}: BodyKinds): ReadBody => {
  if (body === undefined) return async () => right(undefined)
  if (body === rawBody) return rawBodyReader(bodyLimits)
  const readJson = (otherType: ProtocolFailure): ReadBody =>
    jsonBodyReader(bodyLimits, { keepsText: keepsBodyText === true, exactFields: exactFields ?? NO_FIELDS }, otherType)
  if (multipart === undefined) return readJson(JSON_ONLY)
  const readOther: ReadBody = multipart.isOnly === true ? async () => left(FORM_ONLY) : readJson(FORM_OR_JSON)
  return (exchange, memory) =>
    exchange.is(FORM) === FORM ? readMultipartBody(exchange, multipart, memory) : readOther(exchange, memory)
}
