import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type Handle = (request: IncomingMessage, response: ServerResponse) => unknown

/**
 * Serves the requests of one connection one after the other, each when the answer before it is out. A client may send
 * hundreds of requests in one packet and read nothing; Node would begin all of them at once and keep all their answers.
 */
export const oneAtATime = (handle: Handle): Handle => {
  const latest = new WeakMap<Socket, ServerResponse>()
  return (request, response) => {
    const { socket } = request
    const before = latest.get(socket)
    latest.set(socket, response)
    if (before === undefined || before.closed) return handle(request, response)
    before.once('close', () => {
      if (!socket.destroyed) handle(request, response)
    })
    return undefined
  }
}
