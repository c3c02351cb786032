import type { ServerResponse } from 'node:http'
import { PING_AFTER_MS } from './keep-alive.ts'
import { waitForDrain } from './wait-for-drain.ts'
import { writeChunk } from './write-chunk.ts'

const isGone = (response: ServerResponse): boolean => response.closed || response.destroyed

/** Waiting frames beyond so many characters leave at once. */
const MAX_WAITING_CHARS = 65_536

/**
 * Writes frames to a response, each handed over before the next is asked for. Frames that are ready in the same
 * turn of the event loop leave in one write, the first ones with the head; silence is filled with pings. A client
 * that disconnects ends the loop, which closes the source.
 */
export const sendEvents = async (
  response: ServerResponse,
  frames: AsyncIterable<string>,
  ping: string,
  pingAfterMs: number = PING_AFTER_MS,
): Promise<void> => {
  let waiting = ''
  let isScheduled = false
  let hasHeadLeft = false
  const write = (text: string): void => {
    if (isGone(response) || response.writableEnded) return
    if (text !== '') writeChunk(response, text)
    else if (!hasHeadLeft) response.flushHeaders()
    hasHeadLeft = true
  }
  const flush = (): void => {
    isScheduled = false
    const text = waiting
    waiting = ''
    write(text)
  }
  const schedule = (): void => {
    if (!isScheduled) process.nextTick(flush)
    isScheduled = true
  }
  schedule()
  const pings = setInterval(write, pingAfterMs, ping)
  try {
    for await (const frame of frames) {
      if (isGone(response)) break
      waiting += frame
      if (waiting.length > MAX_WAITING_CHARS) flush()
      else schedule()
      // A frame may say nothing: the surface holds back what has come until it is whole.
      if (frame !== '') pings.refresh()
      if (response.writableNeedDrain) await waitForDrain(response)
      if (isGone(response)) break
    }
  } finally {
    clearInterval(pings)
    if (!isGone(response)) {
      writeChunk(response, waiting)
      response.end()
    }
  }
}
