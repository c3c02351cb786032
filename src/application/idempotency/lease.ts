/** How long a claim outlives the last sign of life of its process. */
export const LEASE_SECONDS = 60

/** How often a running process extends its leases: two extensions may fail before one is lost. */
export const LEASE_EXTENSION_INTERVAL_MS = 20_000

/** Finished records are kept this long at least. */
export const RETENTION_SECONDS = 7 * 24 * 60 * 60

/** Seconds after which a client should ask again for a request that is still running. */
export const IN_PROGRESS_RETRY_AFTER_SECONDS = 2
