import { keptBytes } from '../../../application/load/kept-bytes.ts'
import type { HeldMemory } from '../../../application/ports/process/held-memory.ts'
import type { KeyedCall } from '../../../application/idempotency/keyed-calls.ts'
import type { EventStreamResponse } from '../sending/http-response.ts'
import { encodeResponse } from '../endpoint/idempotency.ts'
import type { StreamCodec } from '../surface/surface.ts'

/** Frames are kept as bytes, so many characters of them in one piece: each as a text of its own takes twice as much. */
const PIECE_CHARS = 32_768

/** The bytes of frames, in the order in which they came. */
const frameBytes = () => {
  const encoder = new TextEncoder()
  const pieces: Uint8Array[] = []
  let latest = ''
  let kept = 0
  const seal = (): void => {
    const piece = encoder.encode(latest)
    pieces.push(piece)
    kept += piece.length
    latest = ''
  }
  return {
    add: (frame: string): void => {
      latest += frame
      if (latest.length >= PIECE_CHARS) seal()
    },
    kept: () => kept,
    all: (): Uint8Array => {
      seal()
      return Buffer.concat(pieces)
    },
  }
}

/**
 * Passes the frames of a stream on and records them. The record is begun when the last frame is known, and the client
 * does not wait for it; when the client disconnects, the frames up to then are recorded. A stream for which surely no
 * provider has worked leaves its key free. What is recorded counts in `memory`: where that has no room, the provider
 * waits with the rest.
 */
export async function* recordStream(
  keyed: KeyedCall,
  codec: StreamCodec,
  { frames, headers, mayHaveWorked = () => true }: EventStreamResponse,
  memory: HeldMemory,
): AsyncGenerator<string, void, undefined> {
  const recorded = frameBytes()
  const roomFor = keptBytes(memory)
  let isRecorded = false
  const record = (end: 'succeed' | 'fail'): void => {
    isRecorded = true
    if (!mayHaveWorked()) return void keyed.abandon()
    const body = recorded.all()
    void keyed[end](encodeResponse({ status: 200, contentType: 'text/event-stream; charset=utf-8', body, headers }))
  }
  try {
    for await (const frame of frames) {
      if (frame !== codec.ping) recorded.add(frame)
      if (codec.isEnd(frame)) record('succeed')
      else if (codec.isError(frame)) record('fail')
      yield frame
      const room = isRecorded ? null : roomFor(recorded.kept())
      if (room !== null) await room
    }
  } finally {
    if (!isRecorded) {
      recorded.add(codec.disconnected(new TextDecoder().decode(recorded.all())))
      record('succeed')
    }
  }
}
