import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * So many requests of a connection may wait behind the one that is being answered. A request of 26 bytes takes some
 * kilobytes here, and Node goes on reading while none of them has an answer.
 */
export const MAX_WAITING = 64

interface Line {
  latest: ServerResponse
  waiting: number
}

/**
 * Serves the requests of one connection one after the other, each when the answer before it is out. A client may send
 * hundreds of requests in one packet and read nothing; Node would begin all of them at once and keep all their answers.
 * A connection on which more than `MAX_WAITING` wait is cut.
 */
export const oneAtATime = (handle: Handle): Handle => {
  const lines = new WeakMap<Socket, Line>()
  return (request, response) => {
    const { socket } = request
    // What else was in the packet still comes here.
    if (socket.destroyed) return undefined
    const line = lines.get(socket)
    if (line === undefined || line.latest.closed) {
      lines.set(socket, { latest: response, waiting: 0 })
      return handle(request, response)
    }
    if (line.waiting >= MAX_WAITING) {
      socket.destroy()
      return undefined
    }
    line.waiting += 1
    line.latest.once('close', () => {
      line.waiting -= 1
      if (!socket.destroyed) handle(request, response)
    })
    line.latest = response
    return undefined
  }
}
