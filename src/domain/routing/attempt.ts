import type { ChosenBy } from './rank-deployments.ts'
import type { UpstreamFailure } from './upstream-failure.ts'

/**
 * `chat` is cheap enough to ask again after a 5xx; `chat_stream` also after a stream that breaks, or makes no sense,
 * before its first word; `media` is asked again only if surely nothing was made.
 */
export type FallbackRule = 'chat' | 'chat_stream' | 'media'

const ALL: readonly FallbackRule[] = ['chat', 'chat_stream', 'media']

/** Whose calls may go on to the next deployment after a failure, before any content reached the caller. */
const NEXT_DEPLOYMENT: Readonly<Record<UpstreamFailure['tag'], readonly FallbackRule[]>> = {
  unreachable: ALL,
  rate_limited: ALL,
  unavailable: ALL,
  server_error: ['chat', 'chat_stream'],
  timed_out: [],
  cut: ['chat_stream'],
  bad_answer: ['chat_stream'],
  // Another deployment would answer as much, and be paid for it too.
  too_large: [],
  rejected: [],
  refused_content: [],
  misconfigured: ALL,
}

/** Every way in which a call of a provider fails. */
export const FAILURE_TAGS = Object.keys(NEXT_DEPLOYMENT) as readonly UpstreamFailure['tag'][]

export const mayFallBack = (failure: UpstreamFailure, rule: FallbackRule): boolean =>
  NEXT_DEPLOYMENT[failure.tag].includes(rule)

/** Whether the same deployment may be asked once more without the reasoning of earlier answers: it cannot read it. */
export const mayLeaveOutReasoning = (failure: UpstreamFailure): boolean =>
  failure.tag === 'rejected' && failure.code === 'invalid_encrypted_content'

/** Whether a failure shows a fault of the deployment. A fault of the caller shows none, nor does a bound of ours. */
const DEPLOYMENT_FAULTS: Readonly<Record<UpstreamFailure['tag'], boolean>> = {
  unreachable: true,
  rate_limited: true,
  unavailable: true,
  server_error: true,
  timed_out: true,
  cut: true,
  bad_answer: true,
  too_large: false,
  rejected: false,
  refused_content: false,
  misconfigured: true,
}

export const isDeploymentFault = (failure: UpstreamFailure): boolean => DEPLOYMENT_FAULTS[failure.tag]

/**
 * Why a call costs nothing that ended with this failure: its provider refused the content, or gave no answer. Lists and
 * sums of calls keep the two apart.
 */
export const unansweredReason = ({ tag }: UpstreamFailure): 'refused' | 'upstream_failed' =>
  tag === 'refused_content' ? 'refused' : 'upstream_failed'

/** How one call of one deployment ended: `answered`, `abandoned` (the caller left) or the failure's tag. */
export const ATTEMPT_OUTCOMES = ['answered', 'abandoned', ...FAILURE_TAGS] as const

/** One call of one deployment, as it stands on the receipt. */
export interface Attempt {
  readonly provider: string
  readonly upstreamModel: string
  readonly outcome: (typeof ATTEMPT_OUTCOMES)[number]
  /** Why this deployment was asked; absent in records of earlier versions. */
  readonly chosenBy?: ChosenBy | undefined
  readonly upstreamRequestId: string | null
  /** The provider's own word for a failure, where it gave one. */
  readonly upstreamCode?: string | null | undefined
}
