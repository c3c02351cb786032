import type { Middleware } from 'koa'

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
      record({
        requestId: ctx.state['requestId'],
        operation: ctx.state['operation'] ?? 'none',
        method: ctx.method,
        status: ctx.res.statusCode,
        durationMs: Math.round((nowMs() - startedMs) * 1000) / 1000,
        clientLeft: !ctx.res.writableFinished,
        userId: ctx.state['userId'] ?? null,
      })
    })
    return next()
  }
