import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ProviderPorts } from '../../../application/ports/providers/provider-ports.ts'
import type { VideoProvider } from '../../../application/ports/providers/video-provider.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { ScrubMessage } from './scrub-message.ts'
import { isStorableText, storableText } from '../../../domain/storable-text.ts'

/** A field's path in the caller's body; anything else a provider puts there is no path. */
const FIELD = /^[\w.[\]$-]{1,200}$/

const MAX_CODE_CHARS = 64

/** One way to scrub the words that callers are shown, another for those that only the log holds. */
interface Scrubbers {
  readonly shown: ScrubMessage
  readonly logged: ScrubMessage
}

/** Cuts out of a provider's words what neither the caller nor the log may read. */
export interface OutcomeScrubber {
  /** The failure of a call, or that with which its stream broke. */
  readonly failure: (failure: UpstreamFailure) => UpstreamFailure
  /** The same ports. A failed job is no failure of the call, and a caller is shown its sentence all the same. */
  readonly jobs: (ports: ProviderPorts) => ProviderPorts
}

const scrubJobs = (video: VideoProvider, shown: ScrubMessage): VideoProvider => ({
  ...video,
  poll: async (poll) => {
    const state = await video.poll(poll)
    if (isLeft(state) || state.right.tag !== 'failed') return state
    return right({ ...state.right, message: shown(state.right.message) })
  },
})

/** Scrubs the words of a provider: those that callers are shown, and those that only the log holds. */
export const scrubOutcomes = (scrubbers: Scrubbers): OutcomeScrubber => {
  // The sentence of a refused or failed video is stored with its job.
  const shown: ScrubMessage = (text) => storableText(scrubbers.shown(text))
  return {
    failure: (failure) => scrubFailure(failure, { ...scrubbers, shown }),
    jobs: (ports) => (ports.video === undefined ? ports : { ...ports, video: scrubJobs(ports.video, shown) }),
  }
}

/** A path in which nothing had to be cut out. */
const shownParam = (param: string | null, scrub: ScrubMessage): string | null =>
  param !== null && FIELD.test(param) && scrub(param) === param ? param : null

/** The code as receipts keep it; null where no column takes it. To cut it short may cut a surrogate pair in two. */
const keptCode = (code: string, scrub: ScrubMessage): string | null => {
  const kept = isStorableText(code) ? scrub(code).slice(0, MAX_CODE_CHARS) : ''
  return isStorableText(kept) && kept !== '' ? kept : null
}

const scrubFailure = (failure: UpstreamFailure, { shown: scrub, logged }: Scrubbers): UpstreamFailure => {
  const { upstreamCode = null } = failure
  const codeField = { upstreamCode: upstreamCode === null ? null : keptCode(upstreamCode, scrub) }
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
    case 'too_large':
    case 'misconfigured':
      return { ...failure, ...codeField, message: logged(failure.message) }
  }
}
