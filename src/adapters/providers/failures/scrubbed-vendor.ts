import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoProvider } from '../../../application/ports/video-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ScrubMessage } from './scrub-message.ts'
import { type Vendor, vendorThrough } from '../vendor.ts'

/** A field's path in the caller's body; anything else a vendor puts there is no path. */
const FIELD = /^[\w.[\]$-]{1,200}$/

const MOST_CODE_CHARS = 64

/** How words are scrubbed that callers are shown, and how those that are logged alone. */
export interface Scrubbers {
  readonly shown: ScrubMessage
  readonly logged: ScrubMessage
}

/** The same vendor, whose words can be shown to callers, or logged where callers are never told them. */
export const scrubbedVendor = (vendor: Vendor, scrubbers: Scrubbers): Vendor => {
  const scrubbed = vendorThrough(vendor, (outcome) =>
    isLeft(outcome) ? left(scrubFailure(outcome.left, scrubbers)) : outcome,
  )
  return scrubbed.videos === undefined
    ? scrubbed
    : { ...scrubbed, videos: scrubbedStates(scrubbed.videos, scrubbers.shown) }
}

/** A path in which nothing had to be cut out. */
const shownParam = (param: string | null, scrub: ScrubMessage): string | null =>
  param !== null && FIELD.test(param) && scrub(param) === param ? param : null

const scrubFailure = (failure: UpstreamFailure, { shown: scrub, logged }: Scrubbers): UpstreamFailure => {
  const { upstreamCode = null } = failure
  const told = { upstreamCode: upstreamCode === null ? null : scrub(upstreamCode).slice(0, MOST_CODE_CHARS) }
  switch (failure.tag) {
    case 'rejected': {
      const param = shownParam(failure.param, scrub)
      return { ...failure, ...told, param, message: scrub(failure.message) }
    }
    case 'refused_content':
      return { ...failure, ...told, message: scrub(failure.message) }
    case 'unreachable':
    case 'rate_limited':
    case 'unavailable':
    case 'server_error':
    case 'timed_out':
    case 'cut':
    case 'bad_answer':
    case 'misconfigured':
      return { ...failure, ...told, message: logged(failure.message) }
  }
}

/** A failed job is no failure of the call, and its sentence is shown all the same. */
const scrubbedStates = (videos: VideoProvider, scrub: ScrubMessage): VideoProvider => {
  const scrubState = (state: UpstreamVideo): UpstreamVideo =>
    state.tag === 'failed' ? { ...state, message: scrub(state.message) } : state
  return {
    ...videos,
    poll: async (poll) => {
      const state = await videos.poll(poll)
      return isLeft(state) ? state : right(scrubState(state.right))
    },
  }
}
