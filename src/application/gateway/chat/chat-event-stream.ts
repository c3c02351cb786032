import { isLeft, right } from 'fp-ts/lib/Either.js'
import { shortenedTo } from '../../../domain/chat/output-limits/affordable.ts'
import type { ChatChunk } from '../../../domain/chat/chunk.ts'
import { lacksReasoning } from '../../../domain/chat/native.ts'
import { isRefusal } from '../../../domain/chat/answers/output.ts'
import { questionTo } from '../../../domain/chat/plan.ts'
import type { ChatPlan } from '../../../domain/chat/plan.ts'
import { endOfChoices, refusedChunks } from '../../../domain/chat/answers/refusal.ts'
import { unansweredReason } from '../../../domain/routing/attempt.ts'
import { mayHaveWorked, toCallFailure } from '../../../domain/routing/call-failure.ts'
import type { UpstreamFailure } from '../../../domain/routing/upstream-failure.ts'
import {
  releaseVerdict,
  decideStreamCharge,
  endHold,
  recordChunks,
  recordStreamFailure,
  recordDelivered,
  startStreamState,
  wasReadTooSlowly,
} from './chat-stream-state.ts'
import type { ChatStreamState, ChatStreamDeps } from './chat-stream-state.ts'
import type { ChatEvent, ChatEvents } from './chat-event.ts'
import type { ChargeDecision } from './decide-charge.ts'
import { decideCutCharge, decideDisconnectCharge } from './disconnects/decide-disconnect-charge.ts'
import { cancelStream } from './disconnects/disconnected-stream.ts'
import { endDisconnectedStream } from './disconnects/end-disconnected-stream.ts'
import type { NowOrLater } from '../../now-or-later.ts'
import type { DisconnectedStream } from './disconnects/disconnected-stream.ts'
import { keptBytes } from '../../load/kept-bytes.ts'
import type { HeldMemory } from '../../ports/process/held-memory.ts'
import type { HeldCall } from '../metering/held-call.ts'
import type { Verdict } from '../metering/paid-operation.ts'
import { noteOutput } from './note-output.ts'
import { openChatStream } from './open-chat-stream.ts'
import type { StreamRead } from './open-chat-stream.ts'
import { outputMeter } from './output-meter.ts'
import { tryDeployments } from '../routing/try-deployments.ts'

export interface ChatEventStream {
  readonly operationId: string
  /** Whether the deployment that is asked is not given all reasoning of earlier answers, as far as that is known. */
  lacksReasoning(): boolean
  /** Whether a provider may have done any of the work, as far as that is known: else the call can be made anew. */
  mayHaveWorked(): boolean
  /** The limit that the answer is shortened to, in tokens of one choice; null if it is not. */
  readonly shortenedTo: number | null
  /**
   * To be read once. An event that was given counts as handed to the socket, which is what a caller that leaves is
   * charged by. `return()` is the same as `disconnect()`.
   */
  readonly events: AsyncIterableIterator<ChatEvent, undefined>
  /** The caller has gone: ends the upstream call and charges what was done for it. Harmless when repeated or late. */
  disconnect(): void
  /** The answer cannot be written: ends the upstream call and charges nothing. Harmless when repeated or late. */
  unwritten(): void
}

/** A chunk without a choice is a note of the provider's for billing, unless it is an event in the caller's own wire. */
const isForCaller = ({ choices, native }: ChatChunk): boolean => choices.length > 0 || native !== undefined

const openStream = (deps: ChatStreamDeps, state: ChatStreamState) => {
  const { plan, attempts, call } = state
  const { signal } = state.cancel
  const sealMark = plan.native?.sealedReasoning?.sealMarks.at(-1)
  const conversation = { key: plan.conversationKey ?? call.operationId, warmCaches: deps.warmCaches, sealMark }
  const route = {
    ...deps,
    deployments: plan.model.deployments,
    rule: 'chat_stream',
    conversation,
    signal,
    attempts,
  } as const
  const isWanted = (): boolean => !state.isDisconnected
  return tryDeployments({ ...route, isWanted }, (provider, deployment, leavesOutReasoning) => {
    state.deployment = deployment
    state.lacksReasoning = leavesOutReasoning || lacksReasoning(deployment, plan.native)
    const question = { ...questionTo(plan, deployment), leavesOutReasoning }
    return openChatStream(provider, { operationId: call.operationId, ...question, signal, memory: state.memory })
  })
}

async function* finish(deps: ChatStreamDeps, state: ChatStreamState): ChatEvents {
  const decision = await decideStreamCharge(deps, state)
  const { plan, call, deployment } = state
  noteOutput(deps.keptLimits, { plan, operationId: call.operationId, deployment }, decision.usage)
  yield* complete(state, decision)
}

async function* complete(state: ChatStreamState, { usage, priceMicro, verdict }: ChargeDecision): ChatEvents {
  // It is decided before the last event goes out: a caller that leaves at that event is charged the same.
  state.verdict = verdict
  state.call.announceEnd()
  yield { tag: 'completed', usage, priceMicro }
  endHold(state, verdict)
}

/** Ends a shortened answer whose provider goes on beyond its limit, as if the provider had ended it there. */
async function* cut(deps: ChatStreamDeps, state: ChatStreamState, completionTokens: number): ChatEvents {
  const { plan, call, deployment } = state
  noteOutput(deps.keptLimits, { plan, operationId: call.operationId, deployment }, { completionTokens })
  yield* endAtLimit(deps, state)
}

/**
 * Ends an answer where it stands, because it has met its limit or a bound of ours. Its provider has not failed and will
 * be paid for it, so the caller pays for what it was given.
 */
async function* endAtLimit(deps: ChatStreamDeps, state: ChatStreamState): ChatEvents {
  yield { tag: 'chunks', chunks: endOfChoices(state.delivered, 'length') }
  yield* complete(state, await decideCutCharge(deps.tokens, state))
}

/** A caller that reads so slowly that the deadline passes has had the provider's work, as one that leaves. */
async function* chargeSlowReader(deps: ChatStreamDeps, state: ChatStreamState): ChatEvents {
  const end = state.plan.model.hiddenReasoning ? 'deadline' : 'delivered'
  endHold(state, await decideDisconnectCharge(deps.tokens, state, end))
  yield { tag: 'failed', failure: { tag: 'upstream_timeout', mayHaveWorked: true, isCharged: true } }
}

/** A refusal ends the answer in order, whether or not something had come before; anything else voids it. */
async function* failStream(deps: ChatStreamDeps, state: ChatStreamState, failure: UpstreamFailure): ChatEvents {
  if (wasReadTooSlowly(deps, state, failure)) return yield* chargeSlowReader(deps, state)
  const isAtBound = failure.tag === 'too_large' && state.hasContent
  if (isAtBound && !isRefusal(state.delivered.completion())) return yield* endAtLimit(deps, state)
  const reason = unansweredReason(failure)
  if (reason !== 'refused') {
    endHold(state, releaseVerdict(state, reason))
    const ofCall = toCallFailure(failure)
    state.mayHaveWorked = state.hasContent || mayHaveWorked(ofCall)
    yield { tag: 'failed', failure: ofCall }
    return
  }
  const chunks = refusedChunks(state.delivered)
  if (chunks.length > 0) yield { tag: 'chunks', chunks }
  yield* finish(deps, state)
}

async function* run(deps: ChatStreamDeps, state: ChatStreamState): ChatEvents {
  state.begun = true
  state.mayHaveWorked = true
  const opened = await openStream(deps, state)
  if (isLeft(opened)) return yield* failStream(deps, state, opened.left)
  const stream = opened.right
  const meter = outputMeter(deps.tokens, state.plan)
  const roomFor = keptBytes(state.memory)
  try {
    for (let arrived: StreamRead = right(stream.head); arrived !== null; arrived = await stream.next()) {
      if (isLeft(arrived)) {
        recordStreamFailure(deps, state, arrived.left)
        return yield* failStream(deps, state, arrived.left)
      }
      const chunks = recordChunks(deps, state, arrived.right)
      const sent = chunks.filter(isForCaller)
      if (sent.length > 0) yield { tag: 'chunks', chunks: sent }
      // The client gets none of these chunks; their facts of the answer count all the same.
      recordDelivered(
        state,
        chunks.filter((chunk) => !isForCaller(chunk)),
      )
      const excess = await meter.add(chunks)
      if (excess !== null) {
        await stream.close()
        return yield* cut(deps, state, excess)
      }
      const room = roomFor(state.delivered.keptBytes())
      if (room !== null) await room
    }
  } finally {
    await stream.close()
  }
  return yield* finish(deps, state)
}

type Result = IteratorResult<ChatEvent, undefined>

const DONE: IteratorReturnResult<undefined> = { done: true, value: undefined }

/** The events of a call whose money is held. The upstream is asked when the first event is. */
export const chatEventStream = (
  deps: ChatStreamDeps,
  plan: ChatPlan,
  call: HeldCall,
  memory?: HeldMemory,
): ChatEventStream => {
  const state = startStreamState(plan, call, memory)
  const source = run(deps, state)
  let isOver = false
  let pendingEvent: Promise<Result> | null = null
  let hasEmitted = false
  let givenMs: number | null = null
  const leave = (end: (stream: DisconnectedStream) => NowOrLater<Verdict>) => (): void => {
    if (isOver) return
    isOver = true
    state.isDisconnected = true
    endHold(state, end({ state, source, pendingEvent, hasEmitted }))
  }
  const disconnect = leave((stream) => endDisconnectedStream(deps, stream))
  const unwritten = leave((stream) => {
    cancelStream(stream)
    return releaseVerdict(state, 'nothing_delivered')
  })
  const give = (result: Result): Result => {
    if (isOver) return DONE
    pendingEvent = null
    givenMs = deps.monotonicMs()
    if (result.done === true) isOver = true
    else if (result.value.tag === 'chunks') {
      hasEmitted = true
      recordDelivered(state, result.value.chunks)
    }
    return result
  }
  const failAndThrow = (error: unknown): Result => {
    if (isOver) return DONE
    isOver = true
    endHold(state, releaseVerdict(state, 'upstream_failed'))
    throw error
  }
  const next = (): Promise<Result> => {
    const nowMs = deps.monotonicMs()
    state.startedMs ??= nowMs
    if (givenMs !== null) state.waitedForCallerMs += nowMs - givenMs
    pendingEvent = source.next()
    return pendingEvent.then(give, failAndThrow)
  }
  const events: AsyncIterableIterator<ChatEvent, undefined> = {
    [Symbol.asyncIterator]: () => events,
    next: () => (isOver ? Promise.resolve(DONE) : next()),
    return: () => {
      disconnect()
      return Promise.resolve(DONE)
    },
  }
  return {
    operationId: call.operationId,
    shortenedTo: shortenedTo(plan),
    lacksReasoning: () => state.lacksReasoning,
    mayHaveWorked: () => state.mayHaveWorked,
    events,
    disconnect,
    unwritten,
  }
}
