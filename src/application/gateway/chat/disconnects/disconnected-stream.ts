import { recordDelivered } from '../chat-stream-state.ts'
import type { ChatStreamState } from '../chat-stream-state.ts'
import type { ChatEvent, ChatEvents } from '../chat-event.ts'

/** A stream whose caller has just left. */
export interface DisconnectedStream {
  readonly state: ChatStreamState
  readonly source: ChatEvents
  /** The event that the caller was waiting for; null when it waited for none. */
  readonly pendingEvent: Promise<IteratorResult<ChatEvent, undefined>> | null
  /** Whether the caller had been given any event. */
  readonly hasEmitted: boolean
}

/** Cancels the upstream call and closes its stream. */
export const cancelStream = ({ state, source }: DisconnectedStream): void => {
  state.cancel.abort()
  // The abort has ended a pending read, so the returned promise is not awaited.
  source.return(undefined).catch(() => undefined)
}

/** Reads a stream to its end in the place of its caller. An error of the adapter ends it too. */
export const readToEnd = async ({ state, source, pendingEvent }: DisconnectedStream): Promise<void> => {
  try {
    for (let next = await (pendingEvent ?? source.next()); next.done !== true; next = await source.next()) {
      if (next.value.tag === 'chunks') recordDelivered(state, next.value.chunks)
    }
  } catch {
    // The client that could get the failure is gone; the stream has no verdict then.
  }
}
