/** How long a provider waits. Each can be set apart; a call ends at the first that passes, as `timed_out`. */
export interface UpstreamTimeouts {
  /** The longest silence of a stream: before its head, and between two packets. */
  readonly idleTimeoutMs: number
  /** The same for an answer asked for in one piece: such an upstream is silent while it thinks. */
  readonly nonStreamingIdleTimeoutMs: number
  /** The whole call: an upstream that sends keep-alives for ever must end as well. */
  readonly deadlineMs: number
}

export const DEFAULT_UPSTREAM_TIMEOUTS: UpstreamTimeouts = {
  idleTimeoutMs: 120_000,
  nonStreamingIdleTimeoutMs: 600_000,
  deadlineMs: 600_000,
}
