import type { Deployment } from '../../../domain/catalog/model.ts'
import { chatReceipt } from '../../../domain/chat/billing/bill.ts'
import type { Ending } from '../../../domain/chat/billing/bill.ts'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import { isContent } from '../../../domain/chat/answers/output.ts'
import { startFold } from '../../../domain/chat/answers/fold.ts'
import type { ChatFold } from '../../../domain/chat/answers/fold.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import { refusalMarker } from '../../../domain/chat/answers/refusal.ts'
import { whenKnown } from '../../now-or-later.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import type { TokenUsage } from '../../../domain/pricing/token-price.ts'
import { isDeploymentFault } from '../../../domain/routing/attempt.ts'
import type { Attempt } from '../../../domain/routing/attempt.ts'
import { isPastDeadline } from '../../../domain/routing/upstream-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { Timer } from '../../ports/process/timer.ts'
import type { ChatDeps } from './chat-call.ts'
import type { StoppableReads } from './disconnects/stoppable-reads.ts'
import type { UnpaidDisconnects } from './disconnects/unpaid-disconnects.ts'
import { decideCharge } from './decide-charge.ts'
import type { ChargeDecision } from './decide-charge.ts'
import type { FirstTokens } from '../metering/first-tokens.ts'
import type { Verdict } from '../metering/paid-operation.ts'
import type { HeldCall } from '../metering/held-call.ts'

export interface ChatStreamDeps extends Pick<
  ChatDeps,
  'providers' | 'circuits' | 'warmCaches' | 'tokens' | 'keptLimits'
> {
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
  readonly timer: Timer
  readonly unpaidDisconnects: UnpaidDisconnects
  readonly stoppableReads: Pick<StoppableReads, 'orStopped'>
  readonly firstTokens: Pick<FirstTokens, 'note'>
}

/** One streamed call, as far as it has come. */
export interface ChatStreamState {
  readonly plan: ChatPlan
  readonly call: HeldCall
  readonly memory: HeldMemory | undefined
  /** Cancels the upstream call. */
  readonly cancel: AbortController
  readonly attempts: Attempt[]
  readonly markRefusal: ReturnType<typeof refusalMarker>
  /** What was handed to the caller; after it has left, what was read in its place. */
  readonly delivered: ChatFold
  /** Choices that the provider has ended, delivered or not. */
  readonly endedChoices: Set<number>
  /** The provider's latest count. */
  usage: TokenUsage | null
  /** Whether no output has come since that count. */
  isUsageCurrent: boolean
  begun: boolean
  /** Whether a provider may have done any of the work, as far as that is known. */
  mayHaveWorked: boolean
  /** Whether the provider has brought its first word. */
  hasContent: boolean
  /** How long the caller had waited for that word; null before it. */
  firstWordMs: number | null
  /** Whether the caller has gone. */
  isDisconnected: boolean
  /** When its caller first asked for an event, and how long the gateway has waited for the caller since. */
  startedMs: number | null
  waitedForCallerMs: number
  /** The one that is being called. */
  deployment: Deployment | null
  /** Whether it is not given all reasoning of earlier answers. */
  lacksReasoning: boolean
  /** How the call ends, once that is decided; until then its caller may still change it by leaving. */
  verdict: Verdict | null
  /** Why the stream broke, if it did. */
  failure: UpstreamFailure | null
}

export const startStreamState = (plan: ChatPlan, call: HeldCall, memory: HeldMemory | undefined): ChatStreamState => ({
  plan,
  call,
  memory,
  cancel: new AbortController(),
  attempts: [],
  markRefusal: refusalMarker(),
  delivered: startFold(),
  endedChoices: new Set(),
  usage: null,
  isUsageCurrent: false,
  begun: false,
  mayHaveWorked: false,
  hasContent: false,
  firstWordMs: null,
  isDisconnected: false,
  startedMs: null,
  waitedForCallerMs: 0,
  deployment: null,
  lacksReasoning: false,
  verdict: null,
  failure: null,
})

/** Records the chunks that the provider sent, and returns them in the form that the client gets. */
export const recordChunks = (
  { monotonicMs, firstTokens }: Pick<ChatStreamDeps, 'monotonicMs' | 'firstTokens'>,
  state: ChatStreamState,
  arrived: readonly ChatChunk[],
): readonly ChatChunk[] => {
  for (const chunk of arrived) {
    if (isContent(chunk)) {
      if (!state.hasContent && state.startedMs !== null) {
        const waitedMs = monotonicMs() - state.startedMs
        firstTokens.note(waitedMs)
        state.firstWordMs = Math.round(waitedMs)
      }
      state.hasContent = true
      state.isUsageCurrent = false
    }
    if (chunk.usage !== null) {
      state.usage = chunk.usage
      state.isUsageCurrent = true
    }
    for (const choice of chunk.choices) if (choice.finish_reason !== null) state.endedChoices.add(choice.index)
  }
  return arrived.map(state.markRefusal)
}

export const recordDelivered = (state: ChatStreamState, chunks: readonly ChatChunk[]): void => {
  for (const chunk of chunks) state.delivered.add(chunk)
}

/** A stream that broke midway was no success after all. */
export const recordStreamFailure = (deps: ChatStreamDeps, state: ChatStreamState, failure: UpstreamFailure): void => {
  state.failure = failure
  if (state.cancel.signal.aborted) return
  const last = state.attempts.pop()
  if (last !== undefined) state.attempts.push({ ...last, outcome: failure.tag })
  if (wasReadTooSlowly(deps, state, failure)) return
  if (state.deployment !== null && isDeploymentFault(failure)) deps.circuits.broke(state.deployment, failure)
}

/** A caller that keeps the gateway waiting for more than one part in so many of the time has used the deadline up. */
const PART_OF_CALLER = 10

/**
 * Whether the deadline of the call passed because its caller read slowly: the gateway had waited for the caller for
 * more than a tenth of the time. The provider has done the work, so such a caller owes what one owes that leaves: with
 * a larger part a caller could idle at the end of a long answer until the deadline, and have all of it for nothing. A
 * provider that is slow alone leaves no such wait, and costs nothing.
 */
export const wasReadTooSlowly = (deps: ChatStreamDeps, state: ChatStreamState, failure: UpstreamFailure): boolean => {
  if (!isPastDeadline(failure) || !state.hasContent) return false
  const nowMs = deps.monotonicMs()
  const elapsedMs = nowMs - (state.startedMs ?? nowMs)
  return PART_OF_CALLER * state.waitedForCallerMs > elapsedMs
}

/** What the whole answer costs. */
export const decideStreamCharge = (deps: ChatStreamDeps, state: ChatStreamState): NowOrLater<ChargeDecision> => {
  const answer = { ...state.delivered.completion(), usage: state.usage }
  const ending: Ending = state.isDisconnected ? 'read_out' : 'whole'
  return decideCharge(deps.tokens, state.plan, answer, ending, state.attempts)
}

/** The same verdict, with the time to the first word on its receipt. */
const withFirstWord = ({ firstWordMs }: ChatStreamState, verdict: Verdict): Verdict =>
  firstWordMs === null || verdict.receipt === null
    ? verdict
    : { ...verdict, receipt: { ...verdict.receipt, firstWordMs } }

/** The one place where the hold of a stream ends, whole or broken. The first end counts. */
export const endHold = (state: ChatStreamState, verdict: NowOrLater<Verdict>): void => {
  if (!(verdict instanceof Promise)) state.verdict = verdict
  state.call.end(whenKnown(verdict, (known) => withFirstWord(state, known)))
}

/** How a call ends that costs nothing. */
export const releaseVerdict = (
  { plan, attempts }: ChatStreamState,
  reason: 'upstream_failed' | 'not_called' | 'nothing_delivered',
): Verdict => ({
  tag: 'release',
  reason,
  receipt: chatReceipt(plan, { outcome: reason, usage: null, estimated: false, attempts }),
})
