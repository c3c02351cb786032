import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { JSON_TYPE, jsonText } from './http-response.ts'
import type { HttpResponse, EventStreamResponse, JsonTextResponse } from './http-response.ts'
import type { ProtocolFailure } from '../failures/protocol-failure.ts'
import type { Exchange } from '../request/exchange.ts'
import type { Surface } from '../surface/surface.ts'
import { endInChunks, WRITE_CHUNK_BYTES, chunksOf } from './end-in-chunks.ts'
import { drainUnreadBody } from './drain-unread-body.ts'
import { coalesceWrites } from './coalesce-writes.ts'
import { sendEvents } from './send-events.ts'

/** Koa's context for an answer. This file alone writes to it; `Exchange` is the part of it that middleware may use. */
const contextOf = (exchange: Exchange): Context => {
  const ctx = exchange as unknown as Context
  if (!ctx.req.complete) drainUnreadBody(ctx.req, ctx.res)
  return ctx
}

const callWhenSent = ({ res }: Exchange, sent: (() => void) | undefined): void => {
  if (sent === undefined) return
  // `close` follows the last byte of a whole answer, and also ends one whose client has left.
  if (res.closed) sent()
  else res.once('close', sent)
}

/** Most answers by far are JSON: they go to Node as they are, past Koa's guesses about type, length and shape of a body. */
const sendJson = (
  exchange: Exchange,
  { status, headers, text }: Pick<JsonTextResponse, 'status' | 'headers' | 'text'>,
): void | Promise<void> => {
  const ctx = contextOf(exchange)
  ctx.respond = false
  if (!ctx.writable) return
  const length = Buffer.byteLength(text)
  const own = { 'content-type': JSON_TYPE, 'content-length': length }
  ctx.res.writeHead(status, Object.assign(exchange.state.headers, headers, own))
  if (length > WRITE_CHUNK_BYTES) return endInChunks(ctx.res, Buffer.from(text))
  coalesceWrites(() => ctx.res.end(text))
}

const bodyOf = (bytes: Uint8Array): Buffer | Readable =>
  bytes.length > WRITE_CHUNK_BYTES
    ? Readable.from(chunksOf(bytes), { objectMode: false })
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Writes an answer. Resolves when it has been handed over: at once for bodies, after the last frame for events. */
export const sendResponse = (exchange: Exchange, answer: HttpResponse): void | Promise<void> => {
  callWhenSent(exchange, answer.sent)
  if (answer.tag === 'json') return sendJson(exchange, jsonText(answer))
  if (answer.tag === 'json_text') return sendJson(exchange, answer)
  const ctx = contextOf(exchange)
  ctx.set(Object.assign(exchange.state.headers, answer.headers))
  switch (answer.tag) {
    case 'bytes':
      ctx.status = answer.status
      ctx.type = answer.contentType
      ctx.body = bodyOf(answer.body)
      ctx.length = answer.body.byteLength
      return
    case 'file':
      ctx.status = answer.status
      ctx.type = answer.contentType
      // For HEAD nothing would read the stream, and what is never read is never opened.
      if (ctx.method !== 'HEAD') ctx.body = Readable.from(answer.content, { objectMode: false })
      ctx.length = answer.sizeBytes
      return
    case 'text':
      ctx.status = 200
      ctx.set('content-type', answer.contentType)
      if (ctx.method !== 'HEAD') ctx.body = Readable.from(answer.content, { objectMode: false })
      return
    case 'empty':
      // Koa writes the name of the status into an answer without a body, unless the body is null.
      ctx.body = null
      ctx.status = answer.status
      return
    case 'events':
      return sendEventStream(ctx, answer)
  }
}

const sendEventStream = (ctx: Context, answer: EventStreamResponse): Promise<void> => {
  ctx.status = 200
  ctx.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  // Koa would buffer or pipe; frames go to the socket one by one, under its back-pressure.
  ctx.respond = false
  return sendEvents(ctx.res, answer.frames, answer.ping)
}

/** Answers with a failure that every surface knows. */
export const sendFailure = (exchange: Exchange, failure: ProtocolFailure, surface: Surface): void => {
  exchange.state.failure = failure.tag
  const { status, headers, body } = surface.errorResponse(failure, exchange.state.requestId)
  void sendJson(exchange, { status, headers, text: JSON.stringify(body) })
}
