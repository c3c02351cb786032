import { isLeft } from 'fp-ts/lib/Either.js'
import type { Deployment } from '../../domain/catalog/model.ts'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import { startFold } from '../../domain/chat/fold.ts'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import { markRefusedEnd, refusedChunks } from '../../domain/chat/refusal.ts'
import type { TokenUsage } from '../../domain/pricing/usage.ts'
import { type Attempt, saysSick } from '../../domain/routing/attempt.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import type { ChatDeps } from './chat-call.ts'
import { chatReceipt } from './chat-receipt.ts'
import { judgeAnswer, type Judgement } from './judge-answer.ts'
import type { MeteredCall, Verdict } from './metered-call.ts'
import { openChatStream } from './open-chat-stream.ts'
import { tryDeployments } from './try-deployments.ts'

export type ChatEvent =
  /** Has at least one choice. A usage it may carry is the vendor's running count, not for the caller. */
  | { readonly tag: 'chunk'; readonly chunk: ChatChunk }
  /** The answer is whole. Nothing is charged until the event after this one is asked for. */
  | { readonly tag: 'completed'; readonly usage: TokenUsage; readonly priceMicro: bigint }
  /** The call failed and costs nothing; as the first event it is as if the stream had never begun. */
  | { readonly tag: 'failed'; readonly failure: GatewayFailure }

export interface ChatEventStream {
  readonly operationId: string
  /**
   * To be read once. Asking for the next event says that the one before was handed to the socket, which is
   * what a caller that leaves is charged by. `return()` is the same as `leave()`.
   */
  readonly events: AsyncIterableIterator<ChatEvent, undefined>
  /** The caller has gone: cancels the upstream call and charges what was delivered. Harmless when repeated or late. */
  leave(): void
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

type StreamDeps = Pick<ChatDeps, 'providers' | 'circuits' | 'tokens'>

/** The course of one streamed call, as far as it has come. */
interface Course {
  readonly plan: ChatPlan
  readonly call: MeteredCall
  readonly signal: AbortSignal
  readonly attempts: Attempt[]
  /** What the caller was given. */
  readonly delivered: ReturnType<typeof startFold>
  /** The vendor's latest count, which may be ahead of what was delivered. */
  usage: TokenUsage | null
  begun: boolean
  /** The one that is being called. */
  deployment: Deployment | null
  /** How the call ends, once that is known; until then its caller may still change it by leaving. */
  verdict: Verdict | null
}

const openStream = (deps: StreamDeps, course: Course) => {
  const { plan, signal, attempts, call } = course
  const { deployments } = plan.model
  return tryDeployments({ ...deps, deployments, rule: 'chat', signal, attempts }, (provider, deployment) => {
    course.deployment = deployment
    return openChatStream(provider, { operationId: call.operationId, deployment, request: plan.request, signal })
  })
}

const judge = (deps: StreamDeps, course: Course, ending: 'whole' | 'left'): Promise<Judgement> => {
  const answer = { ...course.delivered.completion(), usage: course.usage }
  return judgeAnswer(deps.tokens, course.plan, answer, ending, course.attempts)
}

const failedVerdict = ({ plan, attempts }: Course): Verdict => ({
  tag: 'release',
  reason: 'upstream_failed',
  receipt: chatReceipt(plan, { outcome: 'upstream_failed', usage: null, estimated: false, attempts }),
})

/** A stream that broke midway was no success after all. */
const noteBreak = (deps: StreamDeps, course: Course, failure: UpstreamFailure): void => {
  const last = course.attempts.pop()
  if (last !== undefined) course.attempts.push({ ...last, outcome: failure.tag })
  if (course.deployment !== null && saysSick(failure) && !course.signal.aborted) deps.circuits.failed(course.deployment)
}

async function* finish(deps: StreamDeps, course: Course): AsyncGenerator<ChatEvent, undefined> {
  const { usage, priceMicro, verdict } = await judge(deps, course, 'whole')
  course.verdict = verdict
  yield { tag: 'completed', usage, priceMicro }
  course.call.end(verdict)
}

/** A refusal ends the answer in order, whether or not something had come before; anything else voids it. */
async function* breakOff(
  deps: StreamDeps,
  course: Course,
  failure: UpstreamFailure,
): AsyncGenerator<ChatEvent, undefined> {
  if (failure.tag !== 'refused_content') {
    course.verdict = failedVerdict(course)
    course.call.end(course.verdict)
    yield { tag: 'failed', failure: toGatewayFailure(failure) }
    return
  }
  for (const chunk of refusedChunks(course.delivered)) {
    yield { tag: 'chunk', chunk }
    course.delivered.add(chunk)
  }
  yield* finish(deps, course)
}

async function* run(deps: StreamDeps, course: Course): AsyncGenerator<ChatEvent, undefined> {
  course.begun = true
  const opened = await openStream(deps, course)
  if (isLeft(opened)) return yield* breakOff(deps, course, opened.left)
  const stream = opened.right
  try {
    for (let position = 0; ; position += 1) {
      const early = stream.head[position]
      const arrived = early === undefined ? await stream.next() : null
      if (arrived !== null && isLeft(arrived)) {
        noteBreak(deps, course, arrived.left)
        return yield* breakOff(deps, course, arrived.left)
      }
      const raw = early ?? arrived?.right
      if (raw === undefined) break
      if (raw.usage !== null) course.usage = raw.usage
      const chunk = markRefusedEnd(course.delivered, raw)
      if (chunk.choices.length > 0) yield { tag: 'chunk', chunk }
      course.delivered.add(chunk)
    }
  } finally {
    await stream.close()
  }
  return yield* finish(deps, course)
}

/** What a caller that leaves now owes. */
const departure = (deps: StreamDeps, course: Course): Promise<Verdict> | Verdict => {
  if (course.verdict !== null) return course.verdict
  if (course.begun) return judge(deps, course, 'left').then(({ verdict }) => verdict)
  const facts = { outcome: 'not_called', usage: null, estimated: false, attempts: [] } as const
  return { tag: 'release', reason: 'not_called', receipt: chatReceipt(course.plan, facts) }
}

/** The events of a call whose money is held. The upstream is asked when the first event is. */
export const chatEvents = (deps: StreamDeps, plan: ChatPlan, call: MeteredCall): ChatEventStream => {
  const abort = new AbortController()
  const course: Course = {
    plan,
    call,
    signal: abort.signal,
    attempts: [],
    delivered: startFold(),
    usage: null,
    begun: false,
    deployment: null,
    verdict: null,
  }
  const source = run(deps, course)
  let over = false
  const leave = (): void => {
    if (over) return
    over = true
    call.end(departure(deps, course))
    abort.abort()
    // Closes the upstream stream; a pending read ends by the abort first, so nobody waits for this.
    source.return(undefined).catch(() => undefined)
  }
  const give = (result: IteratorResult<ChatEvent, undefined>): IteratorResult<ChatEvent, undefined> => {
    if (over) return DONE
    if (result.done === true) over = true
    return result
  }
  const giveUp = (error: unknown): IteratorResult<ChatEvent, undefined> => {
    if (over) return DONE
    over = true
    call.end(failedVerdict(course))
    throw error
  }
  const events: AsyncIterableIterator<ChatEvent, undefined> = {
    [Symbol.asyncIterator]: () => events,
    next: () => (over ? Promise.resolve(DONE) : source.next().then(give, giveUp)),
    return: () => {
      leave()
      return Promise.resolve(DONE)
    },
  }
  return { operationId: call.operationId, events, leave }
}
