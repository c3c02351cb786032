import type { Middleware } from 'koa'
import { stateOf } from '../request-state.ts'

/** One finished request, as the log has it. Never holds a body, a query string, a header or a key. */
export interface AccessRecord {
  readonly requestId: string
  readonly operation: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly clientLeft: boolean
  readonly userId: string | null
}

/** Reports every request once, when its answer is out or its client has left. */
export const accessLog =
  (record: (entry: AccessRecord) => void, nowMs: () => number): Middleware =>
  (ctx, next) => {
    const startedMs = nowMs()
    ctx.res.once('close', () => {
      const state = stateOf(ctx)
      record({
        requestId: state.requestId,
        operation: state.operation ?? 'none',
        method: ctx.method,
        status: ctx.res.statusCode,
        durationMs: Math.round((nowMs() - startedMs) * 1000) / 1000,
        clientLeft: !ctx.res.writableFinished,
        userId: state.userId ?? null,
      })
    })
    return next()
  }
