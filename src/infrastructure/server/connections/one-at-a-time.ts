import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * So many requests of a connection may wait behind the one that is being answered. A request of 26 bytes takes some
 * kilobytes here, and Node goes on reading while none of them has an answer.
 */
export const MAX_WAITING = 64

interface Line {
  /** Begun last: the one that is being answered, or the last that was. */
  begun: ServerResponse
  /** Came last: the one whose body may still arrive. */
  latest: ServerResponse
  waiting: number
}

/** The requests of every connection, in line. */
interface Lines {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void
  /** The answer that was begun last on a connection; its request is in it, as in each. */
  readonly begunOn: (socket: Socket) => ServerResponse | undefined
  /** The answer to the request that came last on a connection. */
  readonly latestOn: (socket: Socket) => ServerResponse | undefined
}

/**
 * Serves the requests of one connection one after the other, each when the answer before it is out. A client may send
 * hundreds of requests in one packet and read nothing; Node would begin all of them at once and keep all their answers.
 * A connection on which more than `MAX_WAITING` wait is cut.
 */
export const oneAtATime = (handle: Handle): Lines => {
  const lines = new WeakMap<Socket, Line>()
  return {
    handle: (request, response) => {
      const { socket } = request
      // What else was in the packet still comes here.
      if (socket.destroyed) return
      const line = lines.get(socket)
      if (line === undefined || line.latest.closed) {
        lines.set(socket, { begun: response, latest: response, waiting: 0 })
        handle(request, response)
        return
      }
      if (line.waiting >= MAX_WAITING) {
        socket.destroy()
        return
      }
      line.waiting += 1
      line.latest.once('close', () => {
        line.waiting -= 1
        if (socket.destroyed) return
        line.begun = response
        handle(request, response)
      })
      line.latest = response
    },
    begunOn: (socket) => lines.get(socket)?.begun,
    latestOn: (socket) => lines.get(socket)?.latest,
  }
}
