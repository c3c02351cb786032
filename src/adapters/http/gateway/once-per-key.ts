import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { KeyedCall, KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import type { ClaimKeyFailure } from '../../../application/idempotency/claim-key.ts'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../application/idempotency/lease.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { AfterCrash, Answer as Recorded } from '../../../domain/limits/idempotency.ts'
import type { Answer, BytesAnswer } from '../answer.ts'
import type { Call } from '../endpoint.ts'
import type { GatewayFailure } from '../failures.ts'
import { gatewayError, gatewayErrorBody } from '../gateway-failures.ts'
import type { OptionalIdempotencyKey } from '../idempotency-key.ts'
import { OPERATION_ID } from './paid-headers.ts'
import { transcribed } from './transcript.ts'

type PaidCall<B> = Call<unknown, unknown, OptionalIdempotencyKey, B>

/** Handles a paid call under the name it was given. */
export type PaidHandle<B> = (
  call: PaidCall<B>,
  principal: GatewayPrincipal,
  operationId: string,
) => Promise<Either<GatewayFailure, Answer>>

export interface OncePerKey {
  /** The endpoint's name: the same key at another endpoint is another key. */
  readonly scope: string
  /** What a call may do that finds an execution lost with its process. */
  readonly afterCrash: AfterCrash
}

const refusalOf = (failure: ClaimKeyFailure): GatewayFailure => {
  switch (failure.tag) {
    case 'idempotency_in_progress':
      return { tag: 'idempotency_in_progress', retryAfterSeconds: IN_PROGRESS_RETRY_AFTER_SECONDS }
    case 'idempotency_mismatch':
      return failure
    case 'interrupted':
      return { tag: 'upstream_error', mayHaveWorked: true }
  }
}

const replayed = ({ status, contentType, body, headers }: Recorded): BytesAnswer => ({
  tag: 'bytes',
  status,
  contentType,
  body,
  headers: { ...headers, 'idempotency-replayed': 'true' },
})

/** Only what the upstream may have done is not done again; after any other failure the key is free. */
const recordFailure = (keyed: KeyedCall, failure: GatewayFailure): Promise<void> => {
  if (!('mayHaveWorked' in failure && failure.mayHaveWorked)) return keyed.abandon()
  const error = gatewayError(failure)
  const body = new TextEncoder().encode(JSON.stringify(gatewayErrorBody(error)))
  const headers = { ...error.headers, [OPERATION_ID]: keyed.operationId }
  return keyed.fail({ status: error.status, contentType: 'application/json', body, headers })
}

/**
 * The record is begun before the answer leaves and never waited for by it. The charge waits for the record: a
 * caller who loses the connection is not charged for an answer that could not be read again.
 */
const recordBytes = (keyed: KeyedCall, answer: BytesAnswer): BytesAnswer => {
  const { status, contentType, body, headers, sent } = answer
  const recorded = keyed.succeed({ status, contentType, body, headers })
  return sent === undefined ? answer : { ...answer, sent: () => void recorded.then(sent) }
}

const record = (keyed: KeyedCall, answer: Answer): Answer => {
  switch (answer.tag) {
    case 'json': {
      const { body, ...head } = answer
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      return recordBytes(keyed, { ...head, tag: 'bytes', contentType: 'application/json', body: bytes })
    }
    case 'bytes':
      return recordBytes(keyed, answer)
    case 'events':
      return { ...answer, frames: transcribed(keyed, answer) }
    case 'file':
    case 'empty':
      // No paid call answers so; the key stays used.
      void keyed.lose()
      return answer
  }
}

/** Executes a paid call once per `Idempotency-Key`, where one is sent, and answers repetitions with the first answer. */
export const oncePerKey =
  <B>(keyedCalls: KeyedCalls, { scope, afterCrash }: OncePerKey, handle: PaidHandle<B>) =>
  async (call: PaidCall<B>, principal: GatewayPrincipal): Promise<Either<GatewayFailure, Answer>> => {
    const key = call.headers['idempotency-key'] ?? null
    if (key === null) {
      const operationId = keyedCalls.newOperation()
      call.nameOperation(operationId)
      return handle(call, principal, operationId)
    }
    const { userId } = principal
    const begun = await keyedCalls.begin({ userId, scope, key, requestHash: call.requestHash(), afterCrash })
    if (isLeft(begun)) return left(refusalOf(begun.left))
    if (begun.right.tag === 'answered') return right(replayed(begun.right.answer))

    const keyed = begun.right.call
    call.nameOperation(keyed.operationId)
    try {
      const handled = await handle(call, principal, keyed.operationId)
      if (isLeft(handled)) {
        void recordFailure(keyed, handled.left)
        return handled
      }
      return right(record(keyed, handled.right))
    } catch (error) {
      void keyed.lose()
      throw error
    }
  }
