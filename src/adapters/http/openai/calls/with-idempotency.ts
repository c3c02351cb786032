import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import type { KeyedCall, KeyedCalls } from '../../../../application/idempotency/keyed-calls.ts'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../../application/idempotency/claim-key.ts'
import type { ClaimKeyFailure } from '../../../../application/idempotency/claim-key.ts'
import type { GatewayPrincipal } from '../../../../domain/identity/principal.ts'
import type { AfterCrash } from '../../../../domain/limits/idempotency.ts'
import type { HttpResponse, BytesResponse } from '../../sending/http-response.ts'
import type { Call } from '../../endpoint/endpoint.ts'
import type { OpenAiFailure } from '../openai-failures.ts'
import { openAiError, openAiErrorBody } from '../openai-failures.ts'
import type { OptionalIdempotencyKey } from '../../request/idempotency-key.ts'
import { OPERATION_ID_HEADER } from '../../endpoint/paid-headers.ts'
import { decodeResponse, encodeResponse } from '../../sending/recorded-response.ts'
import { recordStream } from './record-stream.ts'

type PaidCall<B> = Call<unknown, unknown, OptionalIdempotencyKey, B>

/** Handles a paid call under the name it was given. */
export type PaidCallHandler<B, F extends OpenAiFailure> = (
  call: PaidCall<B>,
  principal: GatewayPrincipal,
  operationId: string,
) => Promise<Either<F, HttpResponse>>

type IdempotencyFailure = OpenAiFailure & {
  readonly tag: 'idempotency_in_progress' | 'idempotency_mismatch' | 'upstream_error'
}

interface IdempotencyOptions {
  /** The endpoint's name: the same key at another endpoint is another key. */
  readonly scope: string
  /** What a call may do that finds an execution lost with its process. */
  readonly afterCrash: AfterCrash
}

const idempotencyFailure = (failure: ClaimKeyFailure): IdempotencyFailure => {
  switch (failure.tag) {
    case 'idempotency_in_progress':
      return { tag: 'idempotency_in_progress', retryAfterSeconds: IN_PROGRESS_RETRY_AFTER_SECONDS }
    case 'idempotency_mismatch':
      return failure
    case 'interrupted':
      return { tag: 'upstream_error', mayHaveWorked: true }
  }
}

/** Only what the upstream may have done is not done again; after any other failure the key is free. */
const recordFailure = (keyed: KeyedCall, failure: OpenAiFailure): Promise<void> => {
  if (!('mayHaveWorked' in failure && failure.mayHaveWorked)) return keyed.abandon()
  const error = openAiError(failure)
  const body = new TextEncoder().encode(JSON.stringify(openAiErrorBody(error)))
  const headers = { ...error.headers, [OPERATION_ID_HEADER]: keyed.operationId }
  return keyed.fail(encodeResponse({ status: error.status, contentType: 'application/json', body, headers }))
}

/**
 * The record is begun before the answer leaves, and the answer does not wait for it. The charge waits for the record:
 * a client that loses the connection is not charged for an answer that it cannot read again.
 */
const recordBytes = (keyed: KeyedCall, answer: BytesResponse): BytesResponse => {
  const { sent } = answer
  const recorded = keyed.succeed(encodeResponse(answer))
  return sent === undefined ? answer : { ...answer, sent: () => void recorded.then(sent) }
}

const record = (keyed: KeyedCall, answer: HttpResponse): HttpResponse => {
  switch (answer.tag) {
    case 'json': {
      const { body, ...head } = answer
      const bytes = new TextEncoder().encode(JSON.stringify(body))
      return recordBytes(keyed, { ...head, tag: 'bytes', contentType: 'application/json', body: bytes })
    }
    case 'bytes':
      return recordBytes(keyed, answer)
    case 'events':
      return { ...answer, frames: recordStream(keyed, answer) }
    case 'file':
    case 'empty':
      // No paid call answers so; the key stays used.
      void keyed.markFailed()
      return answer
  }
}

/** Executes a paid call once per `Idempotency-Key`, where one is sent, and answers repetitions with the first answer. */
export const withIdempotency =
  <B, F extends OpenAiFailure>(
    keyedCalls: KeyedCalls,
    { scope, afterCrash }: IdempotencyOptions,
    handle: PaidCallHandler<B, F>,
  ) =>
  async (call: PaidCall<B>, principal: GatewayPrincipal): Promise<Either<F | IdempotencyFailure, HttpResponse>> => {
    const key = call.headers['idempotency-key'] ?? null
    if (key === null) {
      const operationId = keyedCalls.newOperation()
      call.setOperationId(operationId)
      return handle(call, principal, operationId)
    }
    const { userId } = principal
    const begun = await keyedCalls.begin({ userId, scope, key, requestHash: call.requestHash(), afterCrash })
    if (isLeft(begun)) return left(idempotencyFailure(begun.left))
    if (begun.right.tag === 'replay') return right(decodeResponse(begun.right.result, true))

    const keyed = begun.right.call
    call.setOperationId(keyed.operationId)
    try {
      const handled = await handle(call, principal, keyed.operationId)
      if (isLeft(handled)) {
        void recordFailure(keyed, handled.left)
        return handled
      }
      return right(record(keyed, handled.right))
    } catch (error) {
      void keyed.markFailed()
      throw error
    }
  }
