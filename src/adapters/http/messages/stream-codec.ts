import { STREAM_LEFT } from '../surface/surface.ts'
import type { StreamCodec } from '../surface/surface.ts'

/** One server-sent event; its name is the type of its data. */
export const eventFrame = (data: Readonly<Record<string, unknown>> & { readonly type: string }): string =>
  `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`

const END = eventFrame({ type: 'message_stop' })

const DISCONNECTED = eventFrame({
  type: 'error',
  error: {
    type: 'invalid_request_error',
    message: STREAM_LEFT,
  },
})

/** Anthropic's streams: named events, an event for silence, and `message_stop`. */
export const messagesStream = {
  ping: eventFrame({ type: 'ping' }),
  /** The last frame of a whole answer. */
  end: END,
  isEnd: (frame: string) => frame.endsWith(END),
  /** The last frame of an answer that failed, from the body of its error. */
  error: (body: Readonly<Record<string, unknown>>) => eventFrame({ ...body, type: 'error' }),
  isError: (frame: string) => frame.startsWith('event: error\n'),
  disconnected: () => DISCONNECTED,
} satisfies StreamCodec & {
  readonly end: string
  readonly error: (body: Readonly<Record<string, unknown>>) => string
}
