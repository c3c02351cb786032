import { type ChatCourse, noteDelivery } from '../chat-course.ts'
import type { ChatEvent, ChatEvents } from '../chat-event.ts'

/** A stream whose caller has just left. */
export interface LeftStream {
  readonly course: ChatCourse
  readonly source: ChatEvents
  /** The event that the caller was waiting for; null when it waited for none. */
  readonly awaited: Promise<IteratorResult<ChatEvent, undefined>> | null
  /** Whether the caller had been given any event. */
  readonly hasGiven: boolean
}

/** Cancels the upstream call and closes its stream. */
export const cancelStream = ({ course, source }: LeftStream): void => {
  course.cancel.abort()
  // A pending read ends by the abort first, so nothing waits for this.
  source.return(undefined).catch(() => undefined)
}

/** Reads a stream to its end in the place of its caller. An error of the adapter ends it too. */
export const readToEnd = async ({ course, source, awaited }: LeftStream): Promise<void> => {
  try {
    for (let next = await (awaited ?? source.next()); next.done !== true; next = await source.next()) {
      if (next.value.tag === 'chunks') noteDelivery(course, next.value.chunks)
    }
  } catch {
    // The caller that could be told is gone; the course has no verdict then.
  }
}
