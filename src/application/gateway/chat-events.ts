import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import { refusedChunks } from '../../domain/chat/refusal.ts'
import { toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import {
  type ChatCourse,
  freeVerdict,
  judgeCourse,
  noteArrival,
  noteBreak,
  noteDelivery,
  startCourse,
  type StreamDeps,
  wasReadTooSlowly,
} from './chat-course.ts'
import type { ChatEvent, ChatEvents } from './chat-event.ts'
import { judgeDeparture } from './departures/judge-departure.ts'
import { leaveStream } from './departures/leave-stream.ts'
import type { MeteredCall } from './metered-call.ts'
import { type Arrived, openChatStream } from './open-chat-stream.ts'
import { tryDeployments } from './try-deployments.ts'

export interface ChatEventStream {
  readonly operationId: string
  /**
   * To be read once. An event that was given counts as handed to the socket, which is what a caller that leaves is
   * charged by. `return()` is the same as `leave()`.
   */
  readonly events: AsyncIterableIterator<ChatEvent, undefined>
  /** The caller has gone: ends the upstream call and charges what was done for it. Harmless when repeated or late. */
  leave(): void
}

const openStream = (deps: StreamDeps, course: ChatCourse) => {
  const { plan, attempts, call } = course
  const { signal } = course.cancel
  const route = { ...deps, deployments: plan.model.deployments, rule: 'chat_stream', signal, attempts } as const
  const isWanted = (): boolean => !course.hasLeft
  return tryDeployments({ ...route, isWanted }, (provider, deployment) => {
    course.deployment = deployment
    return openChatStream(provider, { operationId: call.operationId, deployment, request: plan.request, signal })
  })
}

async function* finish(deps: StreamDeps, course: ChatCourse): ChatEvents {
  const { usage, priceMicro, verdict } = await judgeCourse(deps, course)
  course.verdict = verdict
  course.call.answers()
  yield { tag: 'completed', usage, priceMicro }
  course.call.end(verdict)
}

/** A caller that reads so slowly that the deadline passes has had the vendor's work, as one that leaves. */
async function* chargeSlowReader(deps: StreamDeps, course: ChatCourse): ChatEvents {
  const end = course.plan.model.hiddenReasoning === true ? 'deadline' : 'delivered'
  course.verdict = await judgeDeparture(deps.tokens, course, end)
  course.call.end(course.verdict)
  yield { tag: 'failed', failure: { tag: 'upstream_timeout', mayHaveWorked: true, isCharged: true } }
}

/** A refusal ends the answer in order, whether or not something had come before; anything else voids it. */
async function* breakOff(deps: StreamDeps, course: ChatCourse, failure: UpstreamFailure): ChatEvents {
  if (wasReadTooSlowly(deps, course, failure)) return yield* chargeSlowReader(deps, course)
  if (failure.tag !== 'refused_content') {
    course.verdict = freeVerdict(course, 'upstream_failed')
    course.call.end(course.verdict)
    yield { tag: 'failed', failure: toGatewayFailure(failure) }
    return
  }
  const chunks = refusedChunks(course.delivered)
  if (chunks.length > 0) yield { tag: 'chunks', chunks }
  yield* finish(deps, course)
}

async function* run(deps: StreamDeps, course: ChatCourse): ChatEvents {
  course.begun = true
  const opened = await openStream(deps, course)
  if (isLeft(opened)) return yield* breakOff(deps, course, opened.left)
  const stream = opened.right
  try {
    for (let arrived: Arrived = right(stream.head); arrived !== null; arrived = await stream.next()) {
      if (isLeft(arrived)) {
        noteBreak(deps, course, arrived.left)
        return yield* breakOff(deps, course, arrived.left)
      }
      const chunks = noteArrival(course, arrived.right)
      const told = chunks.filter(({ choices }) => choices.length > 0)
      if (told.length > 0) yield { tag: 'chunks', chunks: told }
      // Nobody is told these; what they say of the answer counts all the same.
      noteDelivery(
        course,
        chunks.filter(({ choices }) => choices.length === 0),
      )
    }
  } finally {
    await stream.close()
  }
  return yield* finish(deps, course)
}

type Result = IteratorResult<ChatEvent, undefined>

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** The events of a call whose money is held. The upstream is asked when the first event is. */
export const chatEvents = (deps: StreamDeps, plan: ChatPlan, call: MeteredCall): ChatEventStream => {
  const course = startCourse(plan, call)
  const source = run(deps, course)
  let isOver = false
  let awaited: Promise<Result> | null = null
  let hasGiven = false
  let givenMs: number | null = null
  const leave = (): void => {
    if (isOver) return
    isOver = true
    course.hasLeft = true
    call.end(leaveStream(deps, { course, source, awaited, hasGiven }))
  }
  const give = (result: Result): Result => {
    if (isOver) return DONE
    awaited = null
    givenMs = deps.clock.now()
    if (result.done === true) isOver = true
    else if (result.value.tag === 'chunks') {
      hasGiven = true
      noteDelivery(course, result.value.chunks)
    }
    return result
  }
  const giveUp = (error: unknown): Result => {
    if (isOver) return DONE
    isOver = true
    call.end(freeVerdict(course, 'upstream_failed'))
    throw error
  }
  const next = (): Promise<Result> => {
    const nowMs = deps.clock.now()
    course.startedMs ??= nowMs
    if (givenMs !== null) course.waitedForCallerMs += nowMs - givenMs
    awaited = source.next()
    return awaited.then(give, giveUp)
  }
  const events: AsyncIterableIterator<ChatEvent, undefined> = {
    [Symbol.asyncIterator]: () => events,
    next: () => (isOver ? Promise.resolve(DONE) : next()),
    return: () => {
      leave()
      return Promise.resolve(DONE)
    },
  }
  return { operationId: call.operationId, events, leave }
}
