import type { UpstreamFailure } from './upstream-failure.ts'

/** `chat` is cheap enough to ask again after a 5xx; `media` is asked again only if surely nothing was made. */
export type FallbackRule = 'chat' | 'media'

/** Whose calls may go on to the next deployment after a failure, before any content reached the caller. */
const NEXT_DEPLOYMENT: Readonly<Record<UpstreamFailure['tag'], readonly FallbackRule[]>> = {
  unreachable: ['chat', 'media'],
  rate_limited: ['chat', 'media'],
  unavailable: ['chat', 'media'],
  server_error: ['chat'],
  timed_out: [],
  cut: [],
  bad_answer: [],
  rejected: [],
  refused_content: [],
  misconfigured: [],
}

export const mayTryNext = (failure: UpstreamFailure, rule: FallbackRule): boolean =>
  NEXT_DEPLOYMENT[failure.tag].includes(rule)

/** What a failure says of the deployment itself, whoever had called it. The caller's own faults say nothing. */
const SAYS_SICK: Readonly<Record<UpstreamFailure['tag'], boolean>> = {
  unreachable: true,
  rate_limited: true,
  unavailable: true,
  server_error: true,
  timed_out: true,
  cut: true,
  bad_answer: true,
  rejected: false,
  refused_content: false,
  misconfigured: true,
}

export const saysSick = (failure: UpstreamFailure): boolean => SAYS_SICK[failure.tag]

/** One call of one deployment, as it stands on the receipt. */
export interface Attempt {
  readonly provider: string
  readonly upstreamModel: string
  /** `answered`, `abandoned` (the caller left) or the failure's tag. */
  readonly outcome: 'answered' | 'abandoned' | UpstreamFailure['tag']
  readonly upstreamRequestId: string | null
}
