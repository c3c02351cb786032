import { Readable } from 'node:stream'
import type { Context } from 'koa'
import { type Answer, type EventsAnswer, JSON_TYPE, type JsonAnswer } from './answer.ts'
import { type Envelope, errorAnswer } from './envelope.ts'
import type { ApiFailure } from './failures.ts'
import { endInPieces, PIECE_BYTES, piecesOf } from './sending/end-in-pieces.ts'
import { leaveTogether } from './sending/leave-together.ts'
import { stateOf } from './request-state.ts'
import { sendEvents } from './sending/send-events.ts'

const onceSent = (ctx: Context, sent: (() => void) | undefined): void => {
  if (sent === undefined) return
  // `close` follows the last byte of a whole answer, and also ends one whose client has left.
  if (ctx.res.closed) sent()
  else ctx.res.once('close', sent)
}

/** Most answers by far are JSON: they go to Node as they are, past Koa's guesses about type, length and shape of a body. */
const sendJson = (
  ctx: Context,
  { status, headers, body }: Pick<JsonAnswer, 'status' | 'headers' | 'body'>,
): void | Promise<void> => {
  const text = JSON.stringify(body)
  ctx.respond = false
  if (!ctx.writable) return
  const length = Buffer.byteLength(text)
  const own = { 'content-type': JSON_TYPE, 'content-length': length }
  ctx.res.writeHead(status, Object.assign(stateOf(ctx).headers, headers, own))
  if (length > PIECE_BYTES) return endInPieces(ctx.res, Buffer.from(text))
  leaveTogether(() => ctx.res.end(text))
}

const bodyOf = (bytes: Uint8Array): Buffer | Readable =>
  bytes.length > PIECE_BYTES
    ? Readable.from(piecesOf(bytes), { objectMode: false })
    : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** Writes an answer. Resolves when it has been handed over: at once for bodies, after the last frame for events. */
export const sendAnswer = async (ctx: Context, answer: Answer): Promise<void> => {
  onceSent(ctx, answer.sent)
  if (answer.tag === 'json') return sendJson(ctx, answer)
  ctx.set(Object.assign(stateOf(ctx).headers, answer.headers))
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
    case 'empty':
      // Koa writes the name of the status into an answer without a body, unless the body is null.
      ctx.body = null
      ctx.status = answer.status
      return
    case 'events':
      return sendEventAnswer(ctx, answer)
  }
}

const sendEventAnswer = (ctx: Context, answer: EventsAnswer): Promise<void> => {
  ctx.status = 200
  ctx.set({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  // Koa would buffer or pipe; frames go to the socket one by one, under its back-pressure.
  ctx.respond = false
  return sendEvents(ctx.res, answer.frames)
}

export const sendFailure = (ctx: Context, failure: ApiFailure, envelope: Envelope): void =>
  void sendJson(ctx, errorAnswer(failure, envelope))
