/**
 * Everything that a paid call can answer, on any surface; `own` are the refusals of its own kind of request. A provider
 * may refuse the content of any call.
 */
export const paidCallFailures = <const Own extends readonly string[]>(own: Own) =>
  [
    'model_not_found',
    'unsupported_capability',
    'unsupported_parameter',
    ...own,
    'rejected_by_upstream',
    'insufficient_balance',
    'balance_held',
    'key_spend_limit_exceeded',
    'top_up_required',
    'upstream_error',
    'upstream_unavailable',
    'upstream_timeout',
    'upstream_rate_limited',
    'upstream_refused_content',
    'idempotency_in_progress',
    'idempotency_mismatch',
  ] as const
