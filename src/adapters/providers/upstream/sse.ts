import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'

export interface SseEvent {
  /** The `event:` field, null if the stream names none. */
  readonly name: string | null
  readonly data: string
}

interface SseReader {
  /** The events that this packet completed. */
  feed(packet: Uint8Array): readonly SseEvent[]
  /** An event that the upstream did not close with a blank line before it ended the stream. */
  flush(): readonly SseEvent[]
  /** Whether an event exceeded the bound: those before it were returned, nothing after it will be. */
  hasOverflown(): boolean
  /** Whether more came since the last event than the largest event may have, and no event is in it. */
  isEmpty(): boolean
}

/** A parser throws where it is fed after its bound was exceeded. With `onError` it makes an error for each bad line. */
const hasGivenUp = (parser: ReturnType<typeof createParser>): boolean => {
  try {
    parser.feed('')
    return false
  } catch {
    return true
  }
}

/**
 * Reads an event stream packet by packet: comments, CRLF, a BOM and characters split between packets are no trouble.
 * Lines without a known field are passed over, for which the parser must have no `onError`.
 */
export const sseReader = (maxEventChars: number): SseReader => {
  const decoder = new StringDecoder('utf8')
  let events: SseEvent[] = []
  let hasOverflown = false
  /** Since the last event: at least so many characters have come, and no more than those with its own packet. */
  let charsSinceEvent = 0
  let charsOfItsPacket = 0
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ event, data }) => {
      events.push({ name: event ?? null, data })
    },
  })
  const parse = (text: string): readonly SseEvent[] => {
    if (hasOverflown) return []
    parser.feed(text)
    charsSinceEvent += text.length
    // No event can have exceeded the bound before so much has come.
    if (charsSinceEvent + charsOfItsPacket > maxEventChars) hasOverflown = hasGivenUp(parser)
    if (events.length === 0) return []
    const complete = events
    events = []
    charsSinceEvent = 0
    charsOfItsPacket = text.length
    return complete
  }
  return {
    feed: (packet) => parse(decoder.write(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength))),
    flush: () => parse(`${decoder.end()}\n\n`),
    hasOverflown: () => hasOverflown,
    isEmpty: () => !hasOverflown && charsSinceEvent > maxEventChars,
  }
}
