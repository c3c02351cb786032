import type { Deployment } from '../../domain/catalog/model.ts'
import type { Ending } from '../../domain/chat/billing/bill.ts'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import { isContent } from '../../domain/chat/delivered.ts'
import { type ChatFold, startFold } from '../../domain/chat/fold.ts'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import { refusalMarker } from '../../domain/chat/refusal.ts'
import type { TokenUsage } from '../../domain/pricing/usage.ts'
import { type Attempt, saysSick } from '../../domain/routing/attempt.ts'
import { isPastDeadline, type UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { Clock } from '../ports/clock.ts'
import type { Timer } from '../ports/timer.ts'
import type { ChatDeps } from './chat-call.ts'
import { chatReceipt } from './chat-receipt.ts'
import type { UnpaidDepartures } from './departures/unpaid-departures.ts'
import { judgeAnswer, type Judgement } from './judge-answer.ts'
import type { MeteredCall, Verdict } from './metered-call.ts'

export interface StreamDeps extends Pick<ChatDeps, 'providers' | 'circuits' | 'tokens'> {
  readonly clock: Clock
  readonly timer: Timer
  readonly unpaidDepartures: UnpaidDepartures
}

/** One streamed call, as far as it has come. */
export interface ChatCourse {
  readonly plan: ChatPlan
  readonly call: MeteredCall
  /** Cancels the upstream call. */
  readonly cancel: AbortController
  readonly attempts: Attempt[]
  readonly markRefusal: ReturnType<typeof refusalMarker>
  /** What was handed to the caller; after it has left, what was read in its place. */
  readonly delivered: ChatFold
  /** Choices that the vendor has ended, delivered or not. */
  readonly endedChoices: Set<number>
  /** The vendor's latest count. */
  usage: TokenUsage | null
  /** Whether no output has come since that count. */
  isUsageCurrent: boolean
  begun: boolean
  /** Whether the vendor has brought its first word. */
  hasSpoken: boolean
  /** Whether the caller has gone. */
  hasLeft: boolean
  /** When its caller first asked for an event, and how long the gateway has waited for the caller since. */
  startedMs: number | null
  waitedForCallerMs: number
  /** The one that is being called. */
  deployment: Deployment | null
  /** How the call ends, once that is known; until then its caller may still change it by leaving. */
  verdict: Verdict | null
  /** Why the stream broke, if it did. */
  failure: UpstreamFailure | null
}

export const startCourse = (plan: ChatPlan, call: MeteredCall): ChatCourse => ({
  plan,
  call,
  cancel: new AbortController(),
  attempts: [],
  markRefusal: refusalMarker(),
  delivered: startFold(),
  endedChoices: new Set(),
  usage: null,
  isUsageCurrent: false,
  begun: false,
  hasSpoken: false,
  hasLeft: false,
  startedMs: null,
  waitedForCallerMs: 0,
  deployment: null,
  verdict: null,
  failure: null,
})

/** Takes note of what the vendor sent, and gives it as the caller is told it. */
export const noteArrival = (course: ChatCourse, arrived: readonly ChatChunk[]): readonly ChatChunk[] => {
  for (const chunk of arrived) {
    if (isContent(chunk)) {
      course.hasSpoken = true
      course.isUsageCurrent = false
    }
    if (chunk.usage !== null) {
      course.usage = chunk.usage
      course.isUsageCurrent = true
    }
    for (const choice of chunk.choices) if (choice.finish_reason !== null) course.endedChoices.add(choice.index)
  }
  return arrived.map(course.markRefusal)
}

export const noteDelivery = (course: ChatCourse, chunks: readonly ChatChunk[]): void => {
  for (const chunk of chunks) course.delivered.add(chunk)
}

/** A stream that broke midway was no success after all. */
export const noteBreak = (deps: StreamDeps, course: ChatCourse, failure: UpstreamFailure): void => {
  course.failure = failure
  if (course.cancel.signal.aborted) return
  const last = course.attempts.pop()
  if (last !== undefined) course.attempts.push({ ...last, outcome: failure.tag })
  if (wasReadTooSlowly(deps, course, failure)) return
  if (course.deployment !== null && saysSick(failure)) deps.circuits.failed(course.deployment)
}

/**
 * Whether the deadline of the call passed because its caller read slowly: the gateway had waited for the caller for
 * most of the time. The vendor has done the work, so such a caller owes what one owes that leaves.
 */
export const wasReadTooSlowly = (deps: StreamDeps, course: ChatCourse, failure: UpstreamFailure): boolean => {
  if (!isPastDeadline(failure) || !course.hasSpoken) return false
  const elapsedMs = deps.clock.now() - (course.startedMs ?? deps.clock.now())
  return 2 * course.waitedForCallerMs > elapsedMs
}

/** What the whole answer costs. */
export const judgeCourse = (deps: StreamDeps, course: ChatCourse): Promise<Judgement> => {
  const answer = { ...course.delivered.completion(), usage: course.usage }
  const ending: Ending = course.hasLeft ? 'read_out' : 'whole'
  return judgeAnswer(deps.tokens, course.plan, answer, ending, course.attempts)
}

/** How a call ends that costs nothing. */
export const freeVerdict = (
  { plan, attempts }: ChatCourse,
  reason: 'upstream_failed' | 'not_called' | 'nothing_delivered',
): Verdict => ({
  tag: 'release',
  reason,
  receipt: chatReceipt(plan, { outcome: reason, usage: null, estimated: false, attempts }),
})
