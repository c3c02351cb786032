import type { Deployment } from '../../domain/catalog/model.ts'
import type { Ending } from '../../domain/chat/bill.ts'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import { type ChatFold, startFold } from '../../domain/chat/fold.ts'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import { refusalMarker } from '../../domain/chat/refusal.ts'
import type { TokenUsage } from '../../domain/pricing/usage.ts'
import { type Attempt, saysSick } from '../../domain/routing/attempt.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { ChatDeps } from './chat-call.ts'
import { chatReceipt } from './chat-receipt.ts'
import { judgeAnswer, type Judgement } from './judge-answer.ts'
import type { MeteredCall, Verdict } from './metered-call.ts'

export type StreamDeps = Pick<ChatDeps, 'providers' | 'circuits' | 'tokens'>

/** One streamed call, as far as it has come. */
export interface ChatCourse {
  readonly plan: ChatPlan
  readonly call: MeteredCall
  readonly signal: AbortSignal
  readonly attempts: Attempt[]
  readonly markRefusal: ReturnType<typeof refusalMarker>
  /** What the caller was given. */
  readonly delivered: ChatFold
  /** Choices that the vendor has ended, delivered or not. */
  readonly endedChoices: Set<number>
  /** The vendor's latest count, which may be ahead of what was delivered. */
  usage: TokenUsage | null
  begun: boolean
  /** The one that is being called. */
  deployment: Deployment | null
  /** How the call ends, once that is known; until then its caller may still change it by leaving. */
  verdict: Verdict | null
}

export const startCourse = (plan: ChatPlan, call: MeteredCall, signal: AbortSignal): ChatCourse => ({
  plan,
  call,
  signal,
  attempts: [],
  markRefusal: refusalMarker(),
  delivered: startFold(),
  endedChoices: new Set(),
  usage: null,
  begun: false,
  deployment: null,
  verdict: null,
})

/** Takes note of what the vendor sent, and gives it as the caller is told it. */
export const noteArrival = (course: ChatCourse, arrived: readonly ChatChunk[]): readonly ChatChunk[] => {
  for (const { choices, usage } of arrived) {
    if (usage !== null) course.usage = usage
    for (const choice of choices) if (choice.finish_reason !== null) course.endedChoices.add(choice.index)
  }
  return arrived.map(course.markRefusal)
}

export const noteDelivery = (course: ChatCourse, chunks: readonly ChatChunk[]): void => {
  for (const chunk of chunks) course.delivered.add(chunk)
}

/** A stream that broke midway was no success after all. */
export const noteBreak = (deps: StreamDeps, course: ChatCourse, failure: UpstreamFailure): void => {
  if (course.signal.aborted) return
  const last = course.attempts.pop()
  if (last !== undefined) course.attempts.push({ ...last, outcome: failure.tag })
  if (course.deployment !== null && saysSick(failure)) deps.circuits.failed(course.deployment)
}

/** What the call costs by what was delivered of it. */
export const judgeCourse = (deps: StreamDeps, course: ChatCourse, ending: Ending): Promise<Judgement> => {
  const answer = { ...course.delivered.completion(), usage: course.usage }
  return judgeAnswer(deps.tokens, course.plan, answer, ending, course.attempts)
}

export const failedVerdict = ({ plan, attempts }: ChatCourse): Verdict => ({
  tag: 'release',
  reason: 'upstream_failed',
  receipt: chatReceipt(plan, { outcome: 'upstream_failed', usage: null, estimated: false, attempts }),
})

const notCalledVerdict = ({ plan }: ChatCourse): Verdict => ({
  tag: 'release',
  reason: 'not_called',
  receipt: chatReceipt(plan, { outcome: 'not_called', usage: null, estimated: false, attempts: [] }),
})

/** What a caller that leaves now owes. */
export const departure = (deps: StreamDeps, course: ChatCourse): Promise<Verdict> | Verdict => {
  if (course.verdict !== null) return course.verdict
  if (!course.begun) return notCalledVerdict(course)
  return judgeCourse(deps, course, 'left').then(({ verdict }) => verdict)
}

/**
 * Whether a caller that leaves now has its answer and the vendor's count alone is missing. The count is then
 * waited for: tokens of hidden reasoning stand nowhere else, and leaving early must not be a way around them.
 */
export const awaitsOnlyUsage = ({ plan, delivered, endedChoices, usage, verdict }: ChatCourse): boolean =>
  verdict === null &&
  usage === null &&
  endedChoices.size >= (plan.request.n ?? 1) &&
  [...endedChoices].some((index) => delivered.hasOutput(index))
