import type { Middleware } from 'koa'
import { stateOf } from '../request-state.ts'
import { pathOf } from './readable-address.ts'

/** One finished request, as the log has it. Never holds a body, a query string or a key. */
export interface AccessRecord {
  readonly requestId: string
  readonly operation: string
  /** The endpoint's pattern; of an unknown address what was asked for, cut; empty where that has no path. */
  readonly path: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly clientLeft: boolean
  readonly userId: string | null
  readonly clientAddress: string
  /** Of a paid call: what it is called, what it used and what it costs, as far as known when the answer ended. */
  readonly operationId: string | null
  readonly model: string | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly costRub: string | null
}

const MOST_PATH_CHARS = 200

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g

const decoded = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/** An unknown address as a person reads it: a key that its client wrote with escapes is withheld only if it is seen. */
const loggedPath = (path: string): string => path.replace(ESCAPES, decoded).slice(0, MOST_PATH_CHARS)

/** Reports every request once, when its answer is out or its client has left. */
export const accessLog =
  (record: (entry: AccessRecord) => void, nowMs: () => number): Middleware =>
  (ctx, next) => {
    const startedMs = nowMs()
    ctx.res.once('close', () => {
      const state = stateOf(ctx)
      const { facts = {} } = state
      record({
        requestId: state.requestId,
        operation: state.operation ?? 'none',
        path: state.path ?? loggedPath(pathOf(ctx) ?? ''),
        method: ctx.method,
        status: ctx.res.statusCode,
        durationMs: Math.round((nowMs() - startedMs) * 1000) / 1000,
        clientLeft: !ctx.res.writableFinished,
        userId: state.userId ?? null,
        clientAddress: state.clientAddress,
        operationId: state.headers['x-gateway-operation-id'] ?? null,
        model: facts.model ?? null,
        promptTokens: facts.promptTokens ?? null,
        completionTokens: facts.completionTokens ?? null,
        costRub: facts.costRub ?? state.headers['x-gateway-cost-rub'] ?? null,
      })
    })
    return next()
  }
