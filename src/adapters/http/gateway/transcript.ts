import type { KeyedCall } from '../../../application/idempotency/keyed-calls.ts'
import type { EventsAnswer } from '../answer.ts'
import { PING_FRAME } from '../keep-alive.ts'
import { DONE_FRAME, isErrorFrame } from './chat-frames.ts'

/** Ends the transcript of a stream that nobody stayed to hear: it must not look whole when it is replayed. */
const LEFT_FRAME = `data: ${JSON.stringify({
  error: {
    message: 'The client left this stream before its end; this is what had been produced.',
    type: 'invalid_request_error',
    param: null,
    code: 'stream_left',
  },
})}\n\n`

/**
 * The frames of a stream, recorded as they go by. The record is begun when the last frame is known and never
 * waited for; a stream that is left is recorded as far as it was produced.
 */
export async function* transcribed(
  keyed: KeyedCall,
  { frames, headers }: EventsAnswer,
): AsyncGenerator<string, void, undefined> {
  const kept: string[] = []
  let isRecorded = false
  const record = (end: 'succeed' | 'fail'): void => {
    isRecorded = true
    const body = new TextEncoder().encode(kept.join(''))
    void keyed[end]({ status: 200, contentType: 'text/event-stream; charset=utf-8', body, headers })
  }
  try {
    for await (const frame of frames) {
      if (frame !== PING_FRAME) kept.push(frame)
      if (frame.endsWith(DONE_FRAME)) record('succeed')
      else if (isErrorFrame(frame)) record('fail')
      yield frame
    }
  } finally {
    if (!isRecorded) {
      kept.push(LEFT_FRAME)
      record('succeed')
    }
  }
}
