import { type Either, isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { TurnFailure } from '../../../application/conversations/turn-failure.ts'
import type { StoredAnswer } from '../../../application/idempotency/idempotently.ts'
import { IN_PROGRESS_RETRY_AFTER_SECONDS } from '../../../application/idempotency/lease.ts'
import type { Answer } from '../../../domain/limits/idempotency.ts'
import { accountError } from '../account-failures.ts'
import type { BytesAnswer } from '../answer.ts'
import type { AccountFailure } from '../failures.ts'
import { renderJson, storedAnswer } from '../stored-answer.ts'

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
  'overloaded',
  'ledger_unavailable',
] as const satisfies readonly AccountFailure['tag'][]

/** How what came to nothing looks on the wire, for all endpoints that charge tokens. */
const turnFailure = (failure: TurnFailure): AccountFailure => {
  switch (failure.tag) {
    case 'unacceptable_field': {
      const { path, message, type } = failure
      return { tag: 'validation_error', problems: [{ place: 'body', path, message, type }] }
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

/** What the caller of an endpoint that charges tokens is told. */
export const turnAnswer = (turn: Either<TurnFailure, StoredAnswer>): Either<AccountFailure, BytesAnswer> =>
  isLeft(turn) ? left(turnFailure(turn.left)) : right(storedAnswer(turn.right))

/** The answer recorded for a turn that was carried out and failed. */
export const renderGenerationFailed = (): Answer => {
  const { status, body } = accountError({ tag: 'generation_failed' })
  return renderJson(status, body)
}
