type Headers = Readonly<Record<string, string>>

/** Official clients ignore longer waits. */
export const MAX_WAIT_SECONDS = 60

/** Tells a client when to try again, in whole seconds. */
export const retryAfter = (seconds: number): Headers => ({ 'retry-after': String(seconds) })

/** The same by a provider's word, which may be missing, zero, or longer than clients wait. */
export const retryAfterProvider = (seconds: number | null): Headers =>
  seconds === null ? {} : retryAfter(Math.min(MAX_WAIT_SECONDS, Math.max(1, seconds)))
