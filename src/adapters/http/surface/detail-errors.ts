import { refTo } from '../codecs/with-schema.ts'
import type { JsonSchema } from '../codecs/with-schema.ts'
import type { ApiFailure, ProtocolFailure, ValidationError } from '../failures/protocol-failure.ts'
import type { Problem } from '../failures/validation.ts'
import { retryAfter } from './retry-after.ts'
import type { ErrorResponse, FailureExample } from './surface.ts'

// Errors of the shape `{ detail, code }` (contract 2), which several surfaces answer in.

interface ErrorDescription {
  readonly status: number
  /** A sentence for people. */
  readonly detail: string
  /** Absent where the code is the failure's own name. */
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
}

type Row<F extends ApiFailure> = (failure: F) => ErrorDescription

/** One row a failure. Validation problems have a shape of their own, and no row. */
export type DetailTable<F extends ApiFailure> = {
  readonly [Tag in Exclude<F['tag'], 'validation_error'>]: Row<Extract<F, { tag: Tag }>>
}

/** Contract 2, row by row: what every surface of this shape answers alike. */
export const PROTOCOL_ROWS: DetailTable<ProtocolFailure> = {
  malformed_json: (failure) => ({ status: 400, detail: failure.message }),
  malformed_request: (failure) => ({ status: 400, detail: failure.message }),
  invalid_cursor: () => ({ status: 400, detail: 'The cursor is not one this API gave out.' }),
  not_found: (failure) => ({ status: 404, detail: failure.message ?? 'There is no such thing.' }),
  method_not_allowed: (failure) => ({
    status: 405,
    detail: 'This method is not offered at this address.',
    headers: { allow: failure.allowed.join(', ') },
  }),
  idempotency_in_progress: (failure) => ({
    status: 409,
    detail: 'A request with this Idempotency-Key is still running.',
    headers: retryAfter(failure.retryAfterSeconds),
  }),
  idempotency_mismatch: () => ({ status: 422, detail: 'This Idempotency-Key was used with another request.' }),
  payload_too_large: (failure) => ({ status: 413, detail: failure.message }),
  unsupported_media_type: (failure) => ({ status: 415, detail: failure.message }),
  rate_limit_exceeded: (failure) => ({
    status: 429,
    detail: `Too many attempts; try again in ${failure.retryAfterSeconds} s.`,
    headers: retryAfter(failure.retryAfterSeconds),
  }),
  internal_error: () => ({ status: 500, detail: 'Something went wrong on our side.' }),
  overloaded: () => ({
    status: 503,
    detail: 'The service is overloaded; try again shortly.',
    headers: retryAfter(1),
  }),
  ledger_unavailable: () => ({
    status: 503,
    code: 'overloaded',
    detail: 'The service cannot reach its database; try again shortly.',
    headers: retryAfter(2),
  }),
  shutting_down: () => ({ status: 503, detail: 'This instance is shutting down; try again.', headers: retryAfter(1) }),
}

/** One entry of HTTPValidationError, the 422 shape that clients of this interface know. */
const validationDetail = (problem: Problem): Readonly<Record<string, unknown>> => ({
  loc: [problem.place, ...problem.path],
  msg: problem.message,
  type: problem.type,
})

const isValidationError = (failure: ApiFailure): failure is ValidationError => failure.tag === 'validation_error'

/** Writes the failures of a table that is total over `F`. */
export const detailErrors =
  <F extends ApiFailure>(table: DetailTable<F>) =>
  (failure: F | ProtocolFailure): ErrorResponse => {
    if (isValidationError(failure)) {
      return { status: 422, body: { detail: failure.problems.map(validationDetail) }, headers: {} }
    }
    // The table is total over the other tags; TypeScript cannot correlate a union's member with its own row.
    const row = (table as Readonly<Record<string, Row<never>>>)[failure.tag] as Row<ApiFailure>
    const { status, detail, code = failure.tag, headers = {} } = row(failure)
    return { status, body: { detail, code }, headers }
  }

const text = { type: 'string' }

const codeOf = ({ body }: FailureExample): unknown => body['code']

/** The schema of an error body: `{ detail, code }`, or HTTPValidationError, or either. */
export const detailErrorSchema = (examples: readonly FailureExample[]): JsonSchema => {
  const described = examples.filter((example) => codeOf(example) !== undefined)
  const codes = [...new Set(described.map(codeOf))]
  const schema = {
    type: 'object',
    required: ['detail', 'code'],
    properties: { detail: text, code: { type: 'string', enum: codes } },
  }
  if (described.length === examples.length) return schema
  const validation = refTo('HTTPValidationError')
  return described.length === 0 ? validation : { anyOf: [validation, schema] }
}

/** The one error shape that is referred to: validation problems (contract 2). */
export const DETAIL_SCHEMAS: Readonly<Record<string, JsonSchema>> = {
  HTTPValidationError: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: { type: 'array', items: { type: ['string', 'integer'] } },
            msg: text,
            type: text,
          },
        },
      },
    },
  },
}
