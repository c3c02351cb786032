import { toServerError } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

/** Anchored, because an error may quote the caller's own text, which must not turn it into a refusal. */
const STOPPED =
  /^(the )?(generated |input |edited )?(image|video|prompt|content|request)s? (was |were |is )?(rejected|blocked|flagged)\b/i
const BY_MODERATION = /\b(moderation|policy|safety)/i

const GUIDELINES = /^content violates usage guidelines/i

/** Whether the provider's own sentence says that its moderation stepped in. */
export const isModerated = (message: string): boolean =>
  (STOPPED.test(message) && BY_MODERATION.test(message)) || GUIDELINES.test(message)

/** A failure as it stands for images and videos, which cost too much to be made twice. */
export const toMediaFailure = (failure: UpstreamFailure): UpstreamFailure => unavailableIsNoProof(orRefusal(failure))

/** xAI tells a refusal in the words of an invalid request. Its sentence may name our key and is not kept. */
const orRefusal = (failure: UpstreamFailure): UpstreamFailure =>
  failure.tag === 'refused_content' || (failure.tag === 'rejected' && isModerated(failure.message))
    ? blocked(failure.upstreamRequestId)
    : failure

export const blocked = (upstreamRequestId: string | null): UpstreamFailure => ({
  tag: 'refused_content',
  message: 'The upstream declined by its content policy.',
  upstreamRequestId,
})

/** xAI does not say that a 503 comes before any work. */
const unavailableIsNoProof = (failure: UpstreamFailure): UpstreamFailure =>
  failure.tag === 'unavailable' ? toServerError(failure) : failure
