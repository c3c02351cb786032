/** Seconds since 1970, and the nanoseconds of the second begun. */
type SpanTime = [seconds: number, nanoseconds: number]

/** A wall clock this far off was set anew, or has drifted from the monotonic one. */
const MAX_DRIFT_MS = 5

const MS_PER_SECOND = 1_000
const NS_PER_MS = 1_000_000

/**
 * The time of all spans. Of one clock that counts parts of a millisecond, because a hold takes less than one: by the
 * wall clock a child may seem to begin before its parent.
 */
export const spanClock = (
  nowMs: () => number = () => performance.now(),
  wallMs: () => number = Date.now,
): (() => SpanTime) => {
  let offsetMs = wallMs() - nowMs()
  return () => {
    const passedMs = nowMs()
    const wall = wallMs()
    if (Math.abs(wall - passedMs - offsetMs) > MAX_DRIFT_MS) offsetMs = wall - passedMs
    const timeMs = passedMs + offsetMs
    const seconds = Math.floor(timeMs / MS_PER_SECOND)
    return [seconds, Math.floor((timeMs - seconds * MS_PER_SECOND) * NS_PER_MS)]
  }
}
