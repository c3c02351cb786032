import type { KeyedCall } from '../../../application/idempotency/keyed-calls.ts'
import type { EventStreamResponse } from '../sending/http-response.ts'
import { encodeResponse } from '../endpoint/idempotency.ts'
import type { StreamCodec } from '../surface/surface.ts'

/**
 * Passes the frames of a stream on and records them. The record is begun when the last frame is known, and the client
 * does not wait for it; when the client disconnects, the frames up to then are recorded.
 */
export async function* recordStream(
  keyed: KeyedCall,
  codec: StreamCodec,
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
      if (frame !== codec.ping) recordedFrames.push(frame)
      if (codec.isEnd(frame)) record('succeed')
      else if (codec.isError(frame)) record('fail')
      yield frame
    }
  } finally {
    if (!isRecorded) {
      recordedFrames.push(codec.disconnected(recordedFrames.join('')))
      record('succeed')
    }
  }
}
