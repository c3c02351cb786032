import type { IncomingMessage, ServerResponse } from 'node:http'

/** How long a client may continue to send after its answer. */
const LINGER_MS = 5_000

/** How much it may send: the largest body that a correct client sends before it reads the answer. */
const MAX_UNREAD_BYTES = 30_000_000

/**
 * Call it before an answer whose request still arrives (413, 401). Closing at once would reset the connection, and the
 * client might never read the reason. So the server discards what arrives for a while, and then cuts the connection.
 */
export const drainUnreadBody = (req: IncomingMessage, res: ServerResponse): void =>
  void res.once('finish', () => {
    if (req.complete) return
    const timeout = setTimeout(() => req.socket.destroy(), LINGER_MS)
    timeout.unref()
    req.once('close', () => clearTimeout(timeout))
    let unread = 0
    req.on('data', (chunk: Buffer) => {
      unread += chunk.length
      if (unread > MAX_UNREAD_BYTES) req.socket.destroy()
    })
    req.resume()
  })
