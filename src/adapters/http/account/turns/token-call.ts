import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { TurnFailure } from '../../../../application/conversations/turns/turn-failure.ts'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../../application/idempotency/claim-key.ts'
import type { KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import type { ClaimKeyFailure } from '../../../../application/idempotency/claim-key.ts'
import { idempotently } from '../../../../application/idempotency/idempotently.ts'
import type { IdempotentExecution } from '../../../../application/idempotency/idempotently.ts'
import type { RecordedResult } from '../../../../domain/limits/idempotency.ts'
import { textTokens } from '../../../../domain/ledger/receipt-facts.ts'
import { formatMicro } from '../../../../domain/money/decimal.ts'
import type { Charged } from '../../../../application/conversations/turns/charged-turn.ts'
import { accountError } from '../account-failures.ts'
import type { AccountFailure } from '../account-failures.ts'
import type { BytesResponse } from '../../sending/http-response.ts'
import { problemIn } from '../../failures/protocol-failure.ts'
import type { ValidationError } from '../../failures/protocol-failure.ts'
import type { Call } from '../../endpoint/endpoint.ts'
import type { CallLogFields } from '../../request/call-log-fields.ts'
import { decodeResponse, encodeJson } from '../../endpoint/idempotency.ts'

/** What every endpoint that charges tokens can answer besides its success. */
export const TURN_FAILURES = [
  'not_found',
  'unsafe_url',
  'url_not_fetchable',
  'invalid_image',
  'payload_too_large',
  'insufficient_tokens',
  'idempotency_in_progress',
  'idempotency_mismatch',
  'generation_failed',
] as const satisfies readonly AccountFailure['tag'][]

/** How a failure looks on the wire, for all endpoints that charge tokens. */
const turnFailure = (failure: TurnFailure | ClaimKeyFailure): AccountFailure => {
  switch (failure.tag) {
    case 'unacceptable_field': {
      const { path, message, type } = failure
      return problemIn('body', path, message, type)
    }
    case 'idempotency_in_progress':
      return { tag: 'idempotency_in_progress', retryAfterSeconds: IN_PROGRESS_RETRY_AFTER_SECONDS }
    case 'interrupted':
      return { tag: 'generation_failed' }
    case 'ledger_unavailable':
      return { tag: 'ledger_unavailable' }
    case 'not_found':
    case 'conversation_archived':
    case 'not_a_text_model':
    case 'not_a_video_task':
    case 'unsafe_url':
    case 'url_not_fetchable':
    case 'invalid_image':
    case 'payload_too_large':
    case 'insufficient_tokens':
    case 'overloaded':
    case 'generation_failed':
    case 'idempotency_mismatch':
      return failure
  }
}

/** The record of a turn that was carried out and failed. Every other failure frees its key. */
const encodeFailure = (failure: TurnFailure): RecordedResult | null => {
  if (failure.tag !== 'generation_failed') return null
  const { status, body } = accountError(failure)
  return encodeJson(status, body)
}

/** What a turn answers that may come to `F`. */
type TurnApiFailure<F extends TurnFailure> =
  | ValidationError
  | (AccountFailure & { readonly tag: F['tag'] | (typeof TURN_FAILURES)[number] })

/** What a call under a key does that is paid in tokens, and how its result looks on the wire. */
interface TokenWork<E extends TurnFailure, A> {
  readonly userId: string
  /** The endpoint's name, with the conversation where the key is unique within one. */
  readonly scope: string
  readonly execute: (operation: IdempotentExecution<E, A>) => Promise<Either<E, A>>
  readonly status: number
  readonly write: (result: A) => unknown
  /** What the log tells of the call when it was carried out; a repeated call was not. */
  readonly logFields: (result: A) => CallLogFields
}

/** What the log tells of something that was made and paid for at once. */
export const chargedLogFields = ({ operationId, chargedMicro, receipt }: Charged<unknown>): CallLogFields => {
  const { promptTokens, completionTokens } = textTokens(receipt)
  return {
    operationId,
    model: receipt.model,
    costTokens: formatMicro(chargedMicro, 'TOKEN'),
    ...(promptTokens === null ? {} : { promptTokens }),
    ...(completionTokens === null ? {} : { completionTokens }),
  }
}

/** Carries out at most once what a caller pays in tokens, and gives every repetition of the call the same bytes. */
export const answerTokenCall = async <E extends TurnFailure, A>(
  keyedCalls: KeyedCalls,
  call: Pick<
    Call<unknown, unknown, { readonly 'idempotency-key': string }>,
    'headers' | 'requestHashes' | 'addLogFields'
  >,
  { userId, scope, execute, status, write, logFields }: TokenWork<E, A>,
): Promise<Either<TurnApiFailure<E>, BytesResponse>> => {
  const answered = await idempotently(keyedCalls)<E, A>({
    userId,
    scope,
    key: call.headers['idempotency-key'],
    ...call.requestHashes(),
    afterCrash: 'fail',
    execute: async (operation) => {
      const result = await execute(operation)
      if (!isLeft(result)) call.addLogFields(logFields(result.right))
      return result
    },
    encode: (result) => encodeJson(status, write(result)),
    encodeFailure,
  })
  // `turnFailure` keeps the tag of a failure, or answers with one that every turn may have.
  if (isLeft(answered)) return left(turnFailure(answered.left) as TurnApiFailure<E>)
  return right(decodeResponse(answered.right.result, answered.right.replayed))
}
