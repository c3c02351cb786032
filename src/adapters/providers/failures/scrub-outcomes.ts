import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { OutcomeInterceptor } from '../intercept-outcomes.ts'
import type { ScrubMessage } from './scrub-message.ts'

/** A field's path in the caller's body; anything else a provider puts there is no path. */
const FIELD = /^[\w.[\]$-]{1,200}$/

const MAX_CODE_CHARS = 64

/** One way to scrub the words that callers are shown, another for those that only the log holds. */
interface Scrubbers {
  readonly shown: ScrubMessage
  readonly logged: ScrubMessage
}

/** Scrubs the words of a provider: those that callers are shown, and those that only the log holds. */
export const scrubOutcomes = (scrubbers: Scrubbers): OutcomeInterceptor => ({
  failed: (failure) => scrubFailure(failure, scrubbers),
  // A failed job is no failure of the call, and a caller is shown its sentence all the same.
  polled: (state) => (state.tag === 'failed' ? { ...state, message: scrubbers.shown(state.message) } : state),
})

/** A path in which nothing had to be cut out. */
const shownParam = (param: string | null, scrub: ScrubMessage): string | null =>
  param !== null && FIELD.test(param) && scrub(param) === param ? param : null

const scrubFailure = (failure: UpstreamFailure, { shown: scrub, logged }: Scrubbers): UpstreamFailure => {
  const { upstreamCode = null } = failure
  const codeField = { upstreamCode: upstreamCode === null ? null : scrub(upstreamCode).slice(0, MAX_CODE_CHARS) }
  switch (failure.tag) {
    case 'rejected': {
      const param = shownParam(failure.param, scrub)
      return { ...failure, ...codeField, param, message: scrub(failure.message) }
    }
    case 'refused_content':
      return { ...failure, ...codeField, message: scrub(failure.message) }
    case 'unreachable':
    case 'rate_limited':
    case 'unavailable':
    case 'server_error':
    case 'timed_out':
    case 'cut':
    case 'bad_answer':
    case 'misconfigured':
      return { ...failure, ...codeField, message: logged(failure.message) }
  }
}
