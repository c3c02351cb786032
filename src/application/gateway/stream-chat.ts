import { type Either, isLeft, right } from 'fp-ts/lib/Either.js'
import { type ChatDeps, type ChatFailure, type ChatInput, prepareChat } from './chat-call.ts'
import type { StreamDeps } from './chat-course.ts'
import { type ChatEventStream, chatEvents } from './chat-events.ts'
import { countPrompt } from './count-prompt.ts'
import { openMeteredCall } from './metered-call.ts'

/** What a streamed call needs besides. */
export type StreamChatDeps = ChatDeps & StreamDeps

/**
 * Begins a streamed chat call. Answers once the money is held, before the upstream is asked, so that the
 * caller can be kept company while it waits. The stream must be read to its end or left: an abandoned one
 * would keep its hold for as long as the process runs.
 */
export const streamChat =
  (deps: StreamChatDeps) =>
  async (input: ChatInput): Promise<Either<ChatFailure, ChatEventStream>> => {
    const prepared = prepareChat(deps, input)
    if (isLeft(prepared)) return prepared
    const { plan, terms } = prepared.right
    const opened = await openMeteredCall(deps)(terms, countPrompt(deps.tokens, plan))
    if (isLeft(opened)) return opened
    const { holdMicro } = opened.right
    return right(chatEvents(deps, { ...plan, holdMicro }, opened.right))
  }
