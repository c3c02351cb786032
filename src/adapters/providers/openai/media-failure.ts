import { toServerError } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'

/** The words in which OpenAI turns a call away at the door. */
const TURNED_AWAY = /overloaded|slow down|high traffic|try again later/i

/**
 * A failure as it stands for images and speech, which are too expensive to be made twice: a 503 proves that nothing was
 * made only where the provider says that it is overloaded.
 */
export const toMediaFailure = (failure: UpstreamFailure): UpstreamFailure =>
  failure.tag === 'unavailable' && !TURNED_AWAY.test(failure.message) ? toServerError(failure) : failure
