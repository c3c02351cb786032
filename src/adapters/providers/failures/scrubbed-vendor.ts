import { isLeft, left, right } from 'fp-ts/lib/Either.js'
import type { UpstreamVideo, VideoProvider } from '../../../application/ports/video-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ScrubMessage } from './scrub-message.ts'
import { type Vendor, vendorThrough } from '../vendor.ts'

/** A field's path in the caller's body; anything else a vendor puts there is no path. */
const FIELD = /^[\w.[\]$-]{1,200}$/

const MOST_CODE_CHARS = 64

/** The same vendor, whose words can be shown to callers. Failures that callers are never told keep their words. */
export const scrubbedVendor = (vendor: Vendor, scrub: ScrubMessage): Vendor => {
  const scrubbed = vendorThrough(vendor, (outcome) =>
    isLeft(outcome) ? left(scrubFailure(outcome.left, scrub)) : outcome,
  )
  return scrubbed.videos === undefined ? scrubbed : { ...scrubbed, videos: scrubbedStates(scrubbed.videos, scrub) }
}

const scrubFailure = (failure: UpstreamFailure, scrub: ScrubMessage): UpstreamFailure => {
  const { upstreamCode = null } = failure
  const told = { upstreamCode: upstreamCode === null ? null : scrub(upstreamCode).slice(0, MOST_CODE_CHARS) }
  switch (failure.tag) {
    case 'rejected': {
      const param = failure.param !== null && FIELD.test(failure.param) ? failure.param : null
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
      return { ...failure, ...told }
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
