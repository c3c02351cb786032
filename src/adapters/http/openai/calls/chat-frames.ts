import type { ChatEvent } from '../../../../application/gateway/chat/chat-event.ts'
import { openAiStream } from '../stream-codec.ts'
import type { ChunkWriter } from './chat-wire.ts'

interface FrameOptions {
  readonly includeUsage: boolean
  /** What to send before the first event has come, when that took long. */
  readonly opening: string | null
  /** Hears what a whole answer used and costs, before its last frame. */
  readonly completed: (event: Extract<ChatEvent, { tag: 'completed' }>) => void
}

const frameOf = (event: ChatEvent, writer: ChunkWriter, { includeUsage, completed }: FrameOptions): string => {
  switch (event.tag) {
    case 'chunks':
      return event.chunks.map(writer.chunk).join('')
    case 'completed':
      completed(event)
      return (includeUsage ? writer.usage(event.usage) : '') + openAiStream.end
    case 'failed':
      // A cut stream never looks like a success: the error is its last frame and no `[DONE]` follows.
      return openAiStream.error(event.failure)
  }
}

/**
 * The frames of a call's events, one text for each: asking for the next text asks for the next event, which tells the
 * call that the one before was handed over.
 */
export async function* chatFrames(
  first: Promise<IteratorResult<ChatEvent, undefined>>,
  events: AsyncIterator<ChatEvent, undefined>,
  writer: ChunkWriter,
  options: FrameOptions,
): AsyncGenerator<string, void, undefined> {
  try {
    if (options.opening !== null) yield options.opening
    for (let next = await first; next.done !== true; next = await events.next()) {
      yield frameOf(next.value, writer, options)
    }
  } finally {
    await events.return?.()
  }
}
