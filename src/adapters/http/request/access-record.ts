/** By which ids the log names the trace of a request. */
export interface TraceIds {
  readonly traceId: string
  /** Of this service's own span; null if it records none, and then the trace is the caller's. */
  readonly spanId: string | null
}

/** One finished request, as the log shows it. Never holds a body, a query string or a key. */
export interface AccessRecord {
  readonly requestId: string
  readonly operation: string
  /** The endpoint's pattern; for an unknown address its path, cut to a length; empty where it has no path. */
  readonly path: string
  readonly method: string
  readonly status: number
  /** Why the request was refused, or failed; null for a success, and for a recorded answer that is sent again. */
  readonly failure: string | null
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
  /** Of a call that is paid in tokens. */
  readonly costTokens: string | null
}
