import { once } from 'node:events'
import type { ServerResponse } from 'node:http'

/**
 * Waits until the socket wants more, or is gone. It needs no limit of its own: the server lets a client go that takes
 * nothing, and then the response is closed.
 */
export const waitForDrain = async (response: ServerResponse): Promise<void> => {
  if (response.closed || response.destroyed) return
  const settled = new AbortController()
  await Promise.race([
    once(response, 'drain', { signal: settled.signal }),
    once(response, 'close', { signal: settled.signal }),
  ]).catch(() => undefined)
  settled.abort()
}
