import { STREAM_LEFT } from '../../surface/surface.ts'
import type { StreamCodec } from '../../surface/surface.ts'

/** One event of a stream. The line `event` says the same as the field `type`. */
export const eventText = (type: string, sequence: number, fields: string): string =>
  `event: ${type}\ndata: {"type":"${type}","sequence_number":${sequence},${fields}}\n\n`

// JSON writes no line breaks, so a line that begins so is no part of an answer's text.
const LAST_EVENTS = ['event: response.completed\n', 'event: response.incomplete\n'] as const
const FAILED = 'event: response.failed\n'

const eventsIn = (transcript: string): number => {
  let events = 0
  for (let at = transcript.indexOf('event: '); at !== -1; at = transcript.indexOf('\nevent: ', at + 1)) events += 1
  return events
}

const LEFT = {
  code: 'stream_left',
  message: STREAM_LEFT,
  param: null,
}

/** The streams of Responses: numbered events with names, the last of which says how the response ended. */
export const responsesStream: StreamCodec = {
  ping: ': ping\n\n',
  isEnd: (frame) => LAST_EVENTS.some((event) => frame.includes(event)),
  isError: (frame) => frame.includes(FAILED),
  disconnected: (transcript) => eventText('error', eventsIn(transcript), JSON.stringify(LEFT).slice(1, -1)),
}
