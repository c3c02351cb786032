import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { PING_AFTER_MS, PING_FRAME } from './keep-alive.ts'

/** Waits until the socket wants more, or is gone. */
const drained = async (response: ServerResponse): Promise<void> => {
  const settled = new AbortController()
  await Promise.race([
    once(response, 'drain', { signal: settled.signal }),
    once(response, 'close', { signal: settled.signal }),
  ]).catch(() => undefined)
  settled.abort()
}

const isGone = (response: ServerResponse): boolean => response.closed || response.destroyed

/**
 * Writes frames to a response, each handed to the socket before the next is asked for. Frames that are
 * ready in the same turn of the event loop leave in one packet; silence is filled with pings. A client
 * that hangs up ends the loop, which closes the source.
 */
export const sendEvents = async (
  response: ServerResponse,
  frames: AsyncIterable<string>,
  pingAfterMs: number = PING_AFTER_MS,
): Promise<void> => {
  response.flushHeaders()
  const ping = setInterval(() => response.write(PING_FRAME), pingAfterMs)
  let isCorked = false
  const uncork = (): void => {
    if (isCorked) response.uncork()
    isCorked = false
  }
  try {
    for await (const frame of frames) {
      if (isGone(response)) break
      if (!isCorked) {
        response.cork()
        process.nextTick(uncork)
        isCorked = true
      }
      const accepted = response.write(frame)
      ping.refresh()
      if (!accepted) await drained(response)
      if (isGone(response)) break
    }
  } finally {
    clearInterval(ping)
    // `end` writes its last chunk ahead of what is corked: without this the last frames would be lost.
    uncork()
    response.end()
  }
}
