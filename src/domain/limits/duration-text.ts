/**
 * A duration in the form of rate limit headers: `350ms`, `1s`, `1.5s`, `6m0s`. `durationMs` is a whole number, >= 0.
 */
export const durationText = (durationMs: number): string => {
  if (durationMs < 1000) return `${durationMs}ms`
  if (durationMs < 60_000) return `${durationMs / 1000}s`
  return `${Math.floor(durationMs / 60_000)}m${(durationMs % 60_000) / 1000}s`
}
