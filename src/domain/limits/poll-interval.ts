/**
 * Contract 3: on the account interface the gateway asks a provider about one job or payment at most once in
 * this interval, however often the user asks.
 */
export const POLL_INTERVAL_MS = 3_000
