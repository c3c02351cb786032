import type { ServerResponse } from 'node:http'
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

type Head = Readonly<Record<string, string | number | undefined>>

/**
 * Begins an answer, unless its client has left. Answers go to Node as they are: this file alone writes to the response, of
 * which `Exchange` is the part that middleware may use.
 */
const begin = (exchange: Exchange, status: number, headers: Head): ServerResponse => {
  const response = exchange.res as ServerResponse
  if (!exchange.req.complete) drainUnreadBody(exchange.req, response)
  if (isOpen(response)) response.writeHead(status, Object.assign(exchange.state.headers, headers))
  return response
}

type Sending = void | Promise<void>

const sendJson = (
  exchange: Exchange,
  { status, headers, text }: Pick<JsonTextResponse, 'status' | 'headers' | 'text'>,
): Sending => {
  const length = Buffer.byteLength(text)
  const response = begin(exchange, status, { ...headers, 'content-type': JSON_TYPE, 'content-length': length })
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

/**
 * Writes an answer. Where it is a promise, it resolves when all of the answer has been handed over. Nothing of a file or
 * a text is read for HEAD.
 */
export const sendResponse = (exchange: Exchange, answer: HttpResponse): Sending => {
  callWhenSent(exchange, answer.sent)
  const { headers } = answer
  switch (answer.tag) {
    case 'json':
      return sendJson(exchange, jsonText(answer))
    case 'json_text':
      return sendJson(exchange, answer)
    case 'bytes': {
      const { status, contentType, body } = answer
      const own = { 'content-type': contentType, 'content-length': body.byteLength }
      return endInPieces(begin(exchange, status, { ...headers, ...own }), body)
    }
    case 'file': {
      const own = { 'content-type': answer.contentType, 'content-length': answer.sizeBytes }
      return sendPieces(exchange, answer.content, answer.status, { ...headers, ...own })
    }
    case 'text':
      return sendPieces(exchange, answer.content, 200, { ...headers, 'content-type': answer.contentType })
    case 'empty': {
      // Of the others the status says that there is no body.
      const own = answer.status === 416 ? { 'content-length': 0 } : {}
      begin(exchange, answer.status, { ...headers, ...own }).end()
      return
    }
    case 'events':
      return sendEvents(begin(exchange, 200, { ...headers, ...EVENTS_HEAD }), answer.frames, answer.ping)
  }
}

/** The source is asked also where the client has left: it is the end of the asking that closes it. */
const sendPieces = (
  exchange: Exchange,
  pieces: AsyncIterable<Uint8Array | string>,
  status: number,
  headers: Head,
): Sending => {
  const response = begin(exchange, status, headers)
  if (exchange.method !== 'HEAD') return endWithPieces(response, pieces)
  response.end()
}

/** Answers with a failure that every surface knows. */
export const sendFailure = (exchange: Exchange, failure: ProtocolFailure, surface: Surface): void => {
  exchange.state.failure = failure.tag
  const { status, headers, body } = surface.errorResponse(failure, exchange.state.requestId)
  void sendJson(exchange, { status, headers, text: JSON.stringify(body) })
}
