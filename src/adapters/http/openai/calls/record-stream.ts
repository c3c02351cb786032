import type { KeyedCall } from '../../../../application/idempotency/keyed-calls.ts'
import type { EventStreamResponse } from '../../sending/http-response.ts'
import { encodeResponse } from '../../sending/recorded-response.ts'
import { openAiStream } from '../stream-codec.ts'

/** Ends the record of a stream whose client disconnected: it must not look whole when it is replayed. */
const DISCONNECTED_FRAME = `data: ${JSON.stringify({
  error: {
    message: 'The client left this stream before its end; this is what had been produced.',
    type: 'invalid_request_error',
    param: null,
    code: 'stream_left',
  },
})}\n\n`

/**
 * Passes the frames of a stream on and records them. The record is begun when the last frame is known, and the client
 * does not wait for it; when the client disconnects, the frames up to then are recorded.
 */
export async function* recordStream(
  keyed: KeyedCall,
  { frames, headers }: EventStreamResponse,
): AsyncGenerator<string, void, undefined> {
  const recordedFrames: string[] = []
  let isRecorded = false
  const record = (end: 'succeed' | 'fail'): void => {
    isRecorded = true
    const body = new TextEncoder().encode(recordedFrames.join(''))
    void keyed[end](encodeResponse({ status: 200, contentType: 'text/event-stream; charset=utf-8', body, headers }))
  }
  try {
    for await (const frame of frames) {
      if (frame !== openAiStream.ping) recordedFrames.push(frame)
      if (frame.endsWith(openAiStream.end)) record('succeed')
      else if (openAiStream.isError(frame)) record('fail')
      yield frame
    }
  } finally {
    if (!isRecorded) {
      recordedFrames.push(DISCONNECTED_FRAME)
      record('succeed')
    }
  }
}
