import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../application/idempotency/claim-key.ts'
import type { KeyedCall, KeyedCalls } from '../../../application/idempotency/keyed-calls.ts'
import type { ClaimKeyFailure } from '../../../application/idempotency/claim-key.ts'
import type { Replay } from '../../../application/idempotency/offloaded-body.ts'
import type { GatewayPrincipal } from '../../../domain/identity/principal.ts'
import type { AfterCrash } from '../../../domain/limits/idempotency.ts'
import { mayHaveWorked } from '../../../domain/routing/call-failure.ts'
import type { CallFailure } from '../../../domain/routing/call-failure.ts'
import { jsonText } from '../sending/http-response.ts'
import type { BytesResponse, EventStreamResponse, HttpResponse } from '../sending/http-response.ts'
import type { Call } from '../endpoint/endpoint.ts'
import type { ApiFailure, ProtocolFailure } from '../failures/protocol-failure.ts'
import type { ErrorResponse, StreamCodec } from '../surface/surface.ts'
import type { OptionalIdempotencyKey } from '../endpoint/idempotency.ts'
import { OPERATION_ID_HEADER } from '../endpoint/paid-headers.ts'
import { decodeResponse, encodeJson, encodeResponse, jsonBytes } from '../endpoint/idempotency.ts'
import { recordStream } from './record-stream.ts'

type PaidCall<B, H> = Call<unknown, unknown, H, B>

/** Handles a paid call under the name it was given. */
export type PaidCallHandler<B, F extends ApiFailure, H = OptionalIdempotencyKey> = (
  call: PaidCall<B, H>,
  principal: GatewayPrincipal,
  operationId: string,
) => Promise<Either<F, HttpResponse>>

type IdempotencyFailure =
  | Extract<ProtocolFailure, { readonly tag: 'idempotency_in_progress' | 'idempotency_mismatch' }>
  | Extract<CallFailure, { readonly tag: 'upstream_error' }>

/** What recording an answer needs of the surface that gives it. `F` are the failures that its endpoints may answer. */
export interface PaidSurface<F> {
  readonly errorResponse: (failure: F, requestId: string) => ErrorResponse
  readonly stream: StreamCodec
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

/** A failure is recorded only if the provider may have done the work. After any other failure the key is free. */
const recordFailure = <F extends ApiFailure>(
  keyed: KeyedCall,
  { errorResponse }: PaidSurface<F>,
  failure: F,
  requestId: string,
): Promise<void> => {
  if (!mayHaveWorked(failure)) return keyed.abandon()
  const error = errorResponse(failure, requestId)
  const headers = { ...error.headers, [OPERATION_ID_HEADER]: keyed.operationId }
  return keyed.fail(encodeJson(error.status, error.body, headers))
}

/**
 * The record is begun before the answer leaves, and the answer does not wait for it. The charge waits for the first
 * attempt at the record: a client that loses the connection pays for no answer that it cannot read again, unless the
 * record fails for minutes.
 */
const recordBytes = (keyed: KeyedCall, answer: BytesResponse): BytesResponse => {
  const { sent } = answer
  const recorded = keyed.succeed(encodeResponse(answer))
  return sent === undefined ? answer : { ...answer, sent: () => void recorded.then(sent) }
}

/** The client gets nothing of the stream: its frames are not read, and only their end would write the record. */
const endUnsent = (keyed: KeyedCall, { unsent }: EventStreamResponse): void => {
  unsent?.()
  void keyed.markFailed()
}

const record = (
  keyed: KeyedCall,
  codec: StreamCodec,
  answer: HttpResponse,
  { answerMemory }: Pick<Call, 'answerMemory'>,
): HttpResponse => {
  switch (answer.tag) {
    case 'json':
      return recordBytes(keyed, jsonBytes(jsonText(answer)))
    case 'json_text':
      return recordBytes(keyed, jsonBytes(answer))
    case 'bytes':
      return recordBytes(keyed, answer)
    case 'events':
      return {
        ...answer,
        frames: recordStream(keyed, codec, answer, answerMemory()),
        unsent: () => endUnsent(keyed, answer),
      }
    case 'file':
    case 'text':
    case 'empty':
      // Paid calls never return these kinds of answer; the key stays used.
      void keyed.markFailed()
      return answer
  }
}

/** A large answer is sent as it is read: repeating costs a client nothing, and need not fill the memory. */
const replayOf = ({ result, file }: Replay): HttpResponse => {
  const answer = decodeResponse(result, true)
  if (file === null) return answer
  const { status, contentType, headers } = answer
  return { tag: 'file', status, contentType, headers, ...file }
}

/**
 * Executes a paid call once per `Idempotency-Key`, where one is sent, and answers repetitions with the first answer.
 */
export const withIdempotency = <B, F extends ApiFailure, H extends OptionalIdempotencyKey = OptionalIdempotencyKey>(
  surface: PaidSurface<NoInfer<F> | IdempotencyFailure>,
  keyedCalls: KeyedCalls,
  { scope, afterCrash }: IdempotencyOptions,
  handle: PaidCallHandler<B, F, H>,
) => {
  type Answer = Either<F | IdempotencyFailure, HttpResponse>

  const handleOnce = async (call: PaidCall<B, H>, principal: GatewayPrincipal, key: string): Promise<Answer> => {
    const { userId } = principal
    const begun = await keyedCalls.begin({ userId, scope, key, ...call.requestHashes(), afterCrash })
    if (isLeft(begun)) {
      if (begun.left.tag === 'interrupted') call.setOperationId(begun.left.operationId)
      return left(idempotencyFailure(begun.left))
    }
    if (begun.right.tag === 'replay') return right(replayOf(begun.right))

    const keyed = begun.right.call
    call.setOperationId(keyed.operationId)
    let unsent: HttpResponse['unsent']
    try {
      const handled = await handle(call, principal, keyed.operationId)
      if (isLeft(handled)) {
        void recordFailure(keyed, surface, handled.left, call.requestId)
        return handled
      }
      unsent = handled.right.unsent
      return right(record(keyed, surface.stream, handled.right, call))
    } catch (error) {
      unsent?.()
      void keyed.markFailed()
      throw error
    }
  }

  return (call: PaidCall<B, H>, principal: GatewayPrincipal): Promise<Answer> => {
    const key = call.headers['idempotency-key'] ?? null
    if (key !== null) return handleOnce(call, principal, key)
    const operationId = keyedCalls.newOperation()
    call.setOperationId(operationId)
    return handle(call, principal, operationId)
  }
}
