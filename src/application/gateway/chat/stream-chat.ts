import { isLeft, right } from 'fp-ts/lib/Either.js'
import type { Either } from 'fp-ts/lib/Either.js'
import { prepareChat } from './chat-call.ts'
import type { ChatDeps, ChatFailure, ChatInput } from './chat-call.ts'
import { chatHolding } from './chat-holding.ts'
import type { ChatStreamDeps } from './chat-stream-state.ts'
import { chatEventStream } from './chat-event-stream.ts'
import type { ChatEventStream } from './chat-event-stream.ts'
import { openMeteredCall } from '../metering/metered-call.ts'

/** What a streamed call needs besides. */
export type StreamChatDeps = ChatDeps & ChatStreamDeps

/**
 * Begins a streamed chat call. Answers once the money is held, before the upstream is asked, so that the handler
 * can keep the connection alive during the wait. The reader must read the stream to its end or close it: an open one
 * would keep its hold for as long as the process runs.
 */
export const streamChat =
  (deps: StreamChatDeps) =>
  async (input: ChatInput): Promise<Either<ChatFailure, ChatEventStream>> => {
    const prepared = prepareChat(deps, input)
    if (isLeft(prepared)) return prepared
    const { plan, terms } = prepared.right
    const { findSmallerHold, affordedBy } = chatHolding(deps, plan, input, terms)
    const opened = await openMeteredCall(deps)(terms, findSmallerHold)
    if (isLeft(opened)) return opened
    return right(chatEventStream(deps, affordedBy(opened.right.holdMicro), opened.right, input.memory))
  }
