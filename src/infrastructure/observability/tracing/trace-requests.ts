import type { AccessRecord } from '../../../adapters/http/request/access-record.ts'
import type { BeginSpan } from '../../../adapters/http/middleware/trace-request.ts'
import { ATTRIBUTES } from './attributes.ts'
import type { Attributes } from './attributes.ts'
import type { Tracing } from './tracing.ts'

/** From this status on the failure is ours or a provider's, not the client's. */
const FIRST_SERVER_ERROR = 500

/** The operation of an address that no endpoint has. */
const NO_OPERATION = 'none'

const answered = (record: AccessRecord): Attributes => ({
  [ATTRIBUTES.status]: record.status,
  [ATTRIBUTES.clientAddress]: record.clientAddress,
  [ATTRIBUTES.requestId]: record.requestId,
  [ATTRIBUTES.operation]: record.operation,
  [ATTRIBUTES.operationId]: record.operationId,
  [ATTRIBUTES.userId]: record.userId,
  [ATTRIBUTES.requestModel]: record.model,
  [ATTRIBUTES.inputTokens]: record.promptTokens,
  [ATTRIBUTES.outputTokens]: record.completionTokens,
  [ATTRIBUTES.costRub]: record.costRub,
  [ATTRIBUTES.costTokens]: record.costTokens,
  [ATTRIBUTES.hasClientLeft]: record.clientLeft ? true : null,
})

/**
 * The spans of requests. A span is named by its endpoint, which is known when the request was routed; an unknown
 * address is the client's own words and names none.
 */
export const traceRequests =
  (tracing: Tracing): BeginSpan =>
  (method, caller) => {
    const span = tracing.start(method, 'server', caller, { [ATTRIBUTES.method]: method })
    return {
      traceId: span.traceId,
      spanId: span.spanId,
      run: (work) => tracing.run(span, work),
      end: (record) => {
        if (!span.isRecorded) return
        if (record.operation !== NO_OPERATION) {
          span.rename(`${record.method} ${record.path}`)
          span.add({ [ATTRIBUTES.route]: record.path })
        }
        span.add(answered(record))
        if (record.status >= FIRST_SERVER_ERROR) span.fail(record.failure ?? String(record.status))
        span.end()
      },
    }
  }
