import type { Middleware } from 'koa'
import { stateOf } from '../request-state.ts'

const VALID = /^[A-Za-z0-9_-]{1,64}$/

/** Puts `x-request-id` on every answer: the caller's own if it is valid, else a new one. A label for logs only. */
export const requestId =
  (nextId: () => string): Middleware =>
  (ctx, next) => {
    const presented = ctx.get('x-request-id')
    const id = VALID.test(presented) ? presented : nextId()
    const state = stateOf(ctx)
    state.requestId = id
    state.headers = { 'x-request-id': id }
    return next()
  }
