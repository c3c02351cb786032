import { StringDecoder } from 'node:string_decoder'
import { createParser } from 'eventsource-parser'

export interface SseEvent {
  /** The `event:` field, null where the stream names none. */
  readonly name: string | null
  readonly data: string
}

export interface SseReader {
  /** The events that this packet completed; null once an event exceeds the bound, and ever after. */
  feed(packet: Uint8Array): readonly SseEvent[] | null
  /** An event that the upstream did not close with a blank line before it ended the stream. */
  flush(): readonly SseEvent[]
}

/** Reads an event stream packet by packet: comments, CRLF, a BOM and characters split between packets are no trouble. */
export const sseReader = (maxEventChars: number): SseReader => {
  const decoder = new StringDecoder('utf8')
  let events: SseEvent[] = []
  let overflown = false
  const parser = createParser({
    maxBufferSize: maxEventChars,
    onEvent: ({ event, data }) => {
      events.push({ name: event ?? null, data })
    },
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') overflown = true
    },
  })
  const parse = (text: string): readonly SseEvent[] | null => {
    if (overflown) return null
    parser.feed(text)
    const complete = events
    events = []
    return overflown ? null : complete
  }
  return {
    feed: (packet) => parse(decoder.write(Buffer.from(packet.buffer, packet.byteOffset, packet.byteLength))),
    flush: () => parse(`${decoder.end()}\n\n`) ?? [],
  }
}
