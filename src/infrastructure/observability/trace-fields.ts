import type { TraceIds } from '../../adapters/http/request/access-record.ts'

const NO_FIELDS = {}

/** What a line of the log says of a trace, by the names that OpenTelemetry gives them in a log of JSON. */
export const traceFields = (trace: TraceIds | null): Readonly<Record<string, string>> => {
  if (trace === null) return NO_FIELDS
  const { traceId, spanId } = trace
  return spanId === null ? { trace_id: traceId } : { trace_id: traceId, span_id: spanId }
}
