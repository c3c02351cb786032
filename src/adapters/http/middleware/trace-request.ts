import type { AccessRecord, TraceIds } from '../request/access-record.ts'
import type { Middleware } from '../request/exchange.ts'
import type { safeRecord } from './safe-report.ts'
import { traceContextOf } from '../request/trace-context.ts'
import type { TraceContext } from '../request/trace-context.ts'

/** The span of one request, which is recorded elsewhere. */
interface RequestSpan extends TraceIds {
  /** Does the work of the request; what it calls belongs to this span. */
  run<T>(work: () => T): T
  /** The answer was sent, or its client has disconnected. */
  end(record: AccessRecord): void
}

/** Begins the span of a request; `caller` is what the request says of its trace, and is null if it says nothing. */
export type BeginSpan = (method: string, caller: TraceContext | null) => RequestSpan

/**
 * Every request is a span. Where none are recorded (`begin` is null), what a request says of its trace still reaches
 * the log, so that a caller's trace leads to our lines.
 */
export const traceRequest =
  (begin: BeginSpan | null, safely: ReturnType<typeof safeRecord>): Middleware =>
  ({ headers, method, state }, next) => {
    const caller = traceContextOf(headers)
    if (begin === null) {
      if (caller !== null) state.trace = { traceId: caller.traceId, spanId: null }
      return next()
    }
    const span = begin(method, caller)
    state.trace = span
    state.endSpan = safely((record: AccessRecord) => span.end(record))
    return span.run(next)
  }
