import type { Middleware } from '../request/exchange.ts'
import { pathOf } from './answer-protocol-failures.ts'

/** One finished request, as the log shows it. Never holds a body, a query string or a key. */
export interface AccessRecord {
  readonly requestId: string
  readonly operation: string
  /** The endpoint's pattern; for an unknown address its path, cut to a length; empty where it has no path. */
  readonly path: string
  readonly method: string
  readonly status: number
  readonly durationMs: number
  readonly clientLeft: boolean
  readonly userId: string | null
  readonly clientAddress: string
  /** Of a paid call: its operation id, usage and cost, as far as they were known when the answer ended. */
  readonly operationId: string | null
  readonly model: string | null
  readonly promptTokens: number | null
  readonly completionTokens: number | null
  readonly costRub: string | null
}

const MAX_PATH_CHARS = 200

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g

const decoded = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/** An unknown address without its escapes, because the log finds and withholds a key only in plain characters. */
const loggedPath = (path: string): string => path.replace(ESCAPES, decoded).slice(0, MAX_PATH_CHARS)

/** Reports every request once, when its answer is sent or its client has disconnected. */
export const accessLog =
  (record: (entry: AccessRecord) => void, nowMs: () => number): Middleware =>
  (exchange, next) => {
    const startedMs = nowMs()
    const { res, state } = exchange
    res.once('close', () => {
      const { facts = {} } = state
      record({
        requestId: state.requestId,
        operation: state.operation ?? 'none',
        path: state.path ?? loggedPath(pathOf(exchange) ?? ''),
        method: exchange.method,
        status: res.statusCode,
        durationMs: Math.round((nowMs() - startedMs) * 1000) / 1000,
        clientLeft: !res.writableFinished,
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
