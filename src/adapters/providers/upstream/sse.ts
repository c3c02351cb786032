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
}

/**
 * Reads an event stream packet by packet: comments, CRLF, a BOM and characters split between packets are no trouble.
 */
export const sseReader = (maxEventChars: number): SseReader => {
  const decoder = new StringDecoder('utf8')
  let events: SseEvent[] = []
  let hasOverflown = false
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ event, data }) => {
      events.push({ name: event ?? null, data })
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') hasOverflown = true
    },
  })
  const parse = (text: string): readonly SseEvent[] => {
    if (hasOverflown) return []
    parser.feed(text)
    const complete = events
    events = []
    return complete
  }
  return {
    feed: (packet) => parse(decoder.write(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength))),
    flush: () => parse(`${decoder.end()}\n\n`),
    hasOverflown: () => hasOverflown,
  }
}
