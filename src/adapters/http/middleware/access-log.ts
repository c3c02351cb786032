import { COST_HEADER, OPERATION_ID_HEADER } from '../endpoint/paid-headers.ts'
import type { AccessRecord, TraceIds } from '../request/access-record.ts'
import type { Exchange, Middleware } from '../request/exchange.ts'
import { pathOf } from './answer-protocol-failures.ts'

const MAX_PATH_CHARS = 200

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g

const decoded = (escapes: string): string => {
  try {
    return decodeURIComponent(escapes)
  } catch {
    return escapes
  }
}

/**
 * An unknown address without its escapes, because the log finds and withholds a key only in plain characters. Of a long
 * one the step in which it is cut is left out: a part of a key or of a password is not found.
 */
const loggedPath = (path: string): string => {
  const plain = path.replace(ESCAPES, decoded)
  return plain.length <= MAX_PATH_CHARS ? plain : `${plain.slice(0, plain.lastIndexOf('/', MAX_PATH_CHARS - 1) + 1)}…`
}

/** What this request cost: the header also stands on a replay, and where a call that was paid before is read. */
const costOf = ({ method, state: { facts, headers } }: Exchange): string | null => {
  if (facts?.costRub !== undefined) return facts.costRub
  return method === 'POST' && headers['idempotency-replayed'] === undefined ? (headers[COST_HEADER] ?? null) : null
}

/** `trace` is null if neither the caller nor this service traces. */
export type RecordAccess = (record: AccessRecord, trace: TraceIds | null) => void

/** Reports every request once, when its answer is sent or its client has disconnected. */
export const accessLog =
  (record: RecordAccess, nowMs: () => number): Middleware =>
  (exchange, next) => {
    const startedMs = nowMs()
    const { res, state } = exchange
    res.once('close', () => {
      const { facts = {} } = state
      const entry: AccessRecord = {
        requestId: state.requestId,
        operation: state.operation ?? 'none',
        path: state.path ?? loggedPath(pathOf(exchange) ?? ''),
        method: exchange.method,
        status: res.statusCode,
        failure: state.failure ?? null,
        durationMs: Math.round((nowMs() - startedMs) * 1000) / 1000,
        clientLeft: !res.writableFinished,
        userId: state.userId ?? null,
        clientAddress: state.clientAddress,
        operationId: facts.operationId ?? state.headers[OPERATION_ID_HEADER] ?? null,
        model: facts.model ?? null,
        promptTokens: facts.promptTokens ?? null,
        completionTokens: facts.completionTokens ?? null,
        costRub: costOf(exchange),
        costTokens: facts.costTokens ?? null,
      }
      record(entry, state.trace ?? null)
      state.endSpan?.(entry)
    })
    return next()
  }
