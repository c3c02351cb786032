import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { ChatChunk } from '../../domain/chat/chunk.ts'
import type { ChatPlan } from '../../domain/chat/plan.ts'
import { refusedChunks } from '../../domain/chat/refusal.ts'
import type { TokenUsage } from '../../domain/pricing/usage.ts'
import { type GatewayFailure, toGatewayFailure } from '../../domain/routing/gateway-failure.ts'
import type { UpstreamFailure } from '../../domain/routing/upstream-failure.ts'
import {
  awaitsOnlyUsage,
  type ChatCourse,
  departure,
  failedVerdict,
  judgeCourse,
  noteArrival,
  noteBreak,
  noteDelivery,
  startCourse,
  type StreamDeps,
} from './chat-course.ts'
import type { MeteredCall, Verdict } from './metered-call.ts'
import { type Arrived, openChatStream } from './open-chat-stream.ts'
import { tryDeployments } from './try-deployments.ts'

export type ChatEvent =
  /**
   * What arrived together: at least one chunk, and in each at least one choice. A usage it may carry is the vendor's
   * running count, not for the caller.
   */
  | { readonly tag: 'chunks'; readonly chunks: readonly ChatChunk[] }
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

type Events = AsyncGenerator<ChatEvent, undefined>

const openStream = (deps: StreamDeps, course: ChatCourse) => {
  const { plan, signal, attempts, call } = course
  const route = { ...deps, deployments: plan.model.deployments, rule: 'chat', signal, attempts } as const
  return tryDeployments(route, (provider, deployment) => {
    course.deployment = deployment
    return openChatStream(provider, { operationId: call.operationId, deployment, request: plan.request, signal })
  })
}

async function* finish(deps: StreamDeps, course: ChatCourse): Events {
  const { usage, priceMicro, verdict } = await judgeCourse(deps, course, 'whole')
  course.verdict = verdict
  yield { tag: 'completed', usage, priceMicro }
  course.call.end(verdict)
}

/** A refusal ends the answer in order, whether or not something had come before; anything else voids it. */
async function* breakOff(deps: StreamDeps, course: ChatCourse, failure: UpstreamFailure): Events {
  if (failure.tag !== 'refused_content') {
    course.verdict = failedVerdict(course)
    course.call.end(course.verdict)
    yield { tag: 'failed', failure: toGatewayFailure(failure) }
    return
  }
  const chunks = refusedChunks(course.delivered)
  if (chunks.length > 0) yield { tag: 'chunks', chunks }
  noteDelivery(course, chunks)
  yield* finish(deps, course)
}

async function* run(deps: StreamDeps, course: ChatCourse): Events {
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
      noteDelivery(course, chunks)
    }
  } finally {
    await stream.close()
  }
  return yield* finish(deps, course)
}

/** Reads a finished answer's stream to its end, for the usage alone. */
const readOut = async (source: Events, deps: StreamDeps, course: ChatCourse): Promise<Verdict> => {
  try {
    while ((await source.next()).done !== true);
  } catch {
    // What was delivered is charged all the same; the count is then ours.
  }
  return (await judgeCourse(deps, course, 'left')).verdict
}

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** The events of a call whose money is held. The upstream is asked when the first event is. */
export const chatEvents = (deps: StreamDeps, plan: ChatPlan, call: MeteredCall): ChatEventStream => {
  const abort = new AbortController()
  const course = startCourse(plan, call, abort.signal)
  const source = run(deps, course)
  let over = false
  const leave = (): void => {
    if (over) return
    over = true
    if (awaitsOnlyUsage(course)) return call.end(readOut(source, deps, course))
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
