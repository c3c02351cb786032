import type { ServerResponse } from 'node:http'
import type { NowOrLater } from '../../../application/now-or-later.ts'
import { JSON_TYPE, jsonText } from './http-response.ts'
import type { HttpResponse, JsonTextResponse } from './http-response.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import type { Surface } from '../surface/surface.ts'
import { endInPieces, endWithPieces, WRITE_PIECE_BYTES } from './end-in-pieces.ts'
import { drainUnreadBody } from './drain-unread-body.ts'
import { coalesceWrites } from './coalesce-writes.ts'
import { sendEvents } from './send-events.ts'

const callWhenSent = ({ res }: Exchange, sent: (() => void) | undefined): void => {
  if (sent === undefined) return
  // `close` follows the last byte of a whole answer, and also ends one whose client has left.
  if (res.closed) sent()
  else res.once('close', sent)
}

/** Whether an answer can still be written: it was not, and its client is there. */
const isOpen = ({ writableEnded, destroyed, socket }: ServerResponse): boolean =>
  !writableEnded && !destroyed && socket?.writable !== false

type Headers = Readonly<Record<string, string | number>>

/**
 * An answer that names what it varies by leaves in place what the middleware has named: else a cache would give a page
 * of one origin the answer that a page of another had, or one without a word of origins.
 */
const joinedVary = (named: string | undefined, own: string | number | undefined): Headers | null =>
  named === undefined || own === undefined ? null : { vary: `${named}, ${own}` }

/**
 * Begins an answer, unless its client has left. `own` are the headers of its kind. Answers go to Node as they are: this
 * file alone writes to the response, of which `Exchange` is the part that middleware may use.
 */
const begin = (exchange: Exchange, status: number, headers: Headers | undefined, own: Headers): ServerResponse => {
  const response = exchange.res as ServerResponse
  if (!exchange.req.complete) drainUnreadBody(exchange.req, response)
  if (isOpen(response)) {
    const shared = exchange.state.headers
    const vary = joinedVary(shared['vary'], headers?.['vary'])
    response.writeHead(status, Object.assign(shared, headers, own, vary))
  }
  return response
}

const sendJson = (
  exchange: Exchange,
  { status, headers, text }: Pick<JsonTextResponse, 'status' | 'headers' | 'text'>,
): NowOrLater<void> => {
  const length = Buffer.byteLength(text)
  const response = begin(exchange, status, headers, { 'content-type': JSON_TYPE, 'content-length': length })
  if (!isOpen(response)) return
  if (length > WRITE_PIECE_BYTES) return endInPieces(response, Buffer.from(text))
  coalesceWrites(() => response.end(text))
}

/** The headers of a stream of events, which no proxy may gather. */
const EVENTS_HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  'x-accel-buffering': 'no',
} as const

const write = (exchange: Exchange, answer: HttpResponse): NowOrLater<void> => {
  const { headers } = answer
  switch (answer.tag) {
    case 'json':
      return sendJson(exchange, jsonText(answer))
    case 'json_text':
      return sendJson(exchange, answer)
    case 'bytes': {
      const { status, contentType, body } = answer
      const own = { 'content-type': contentType, 'content-length': body.byteLength }
      return endInPieces(begin(exchange, status, headers, own), body)
    }
    case 'file': {
      const own = { 'content-type': answer.contentType, 'content-length': answer.sizeBytes }
      return sendPieces(exchange, begin(exchange, answer.status, headers, own), answer.content)
    }
    case 'text': {
      const response = begin(exchange, 200, headers, { 'content-type': answer.contentType })
      return sendPieces(exchange, response, answer.content)
    }
    case 'empty': {
      // Of the others the status says that there is no body.
      const own: Headers = answer.status === 204 || answer.status === 304 ? {} : { 'content-length': 0 }
      begin(exchange, answer.status, headers, own).end()
      return
    }
    case 'events':
      return sendEvents(begin(exchange, 200, headers, EVENTS_HEAD), answer.frames, answer.ping)
  }
}

/**
 * Writes an answer. Where it is a promise, it resolves when all of the answer has been handed over. Nothing of a file
 * or a text is read for HEAD. What throws before the head is written leaves the answer unsent: the client gets a 500,
 * which must cost nothing.
 */
export const sendResponse = (exchange: Exchange, answer: HttpResponse): NowOrLater<void> => {
  let sending: NowOrLater<void>
  try {
    sending = write(exchange, answer)
  } catch (error) {
    const { headersSent } = exchange.res as ServerResponse
    if (headersSent) callWhenSent(exchange, answer.sent)
    else answer.unsent?.()
    throw error
  }
  callWhenSent(exchange, answer.sent)
  return sending
}

/** The source is asked also where the client has left: it is the end of the asking that closes it. */
const sendPieces = (
  { method }: Exchange,
  response: ServerResponse,
  pieces: AsyncIterable<Uint8Array | string>,
): NowOrLater<void> => {
  if (method !== 'HEAD') return endWithPieces(response, pieces)
  response.end()
}

/** Answers with a failure that every surface knows. */
export const sendFailure = (exchange: Exchange, failure: ProtocolFailure, surface: Surface): void => {
  exchange.state.failure = failure.tag
  const { status, headers, body } = surface.errorResponse(failure, exchange.state.requestId)
  void sendJson(exchange, { status, headers, text: JSON.stringify(body) })
}
