import type { ConnectionWatch } from './preparing-client.ts'

interface SilenceWatch extends Omit<ConnectionWatch, 'wonder'> {
  /** When a server last answered a statement; minus infinity before the first. */
  answeredAtMs(): number
  close(): void
}

interface SilenceWatchDeps {
  /** A clock that only runs forward, in milliseconds. */
  readonly monotonicMs: () => number
  /** A statement waits, and no connection got an answer for long. */
  readonly onSilence: () => void
}

/** Without an answer on any connection for so long a waiting statement is a sign of an outage. */
const SILENCE_MS = 1_000
const LOOK_EVERY_MS = 250

/** Watches over all connections whether statements are answered. */
export const silenceWatch = ({ monotonicMs, onSilence }: SilenceWatchDeps): SilenceWatch => {
  let unanswered = 0
  let answeredAtMs = Number.NEGATIVE_INFINITY
  let silentSinceMs = monotonicMs()

  const look = setInterval(() => {
    if (unanswered > 0 && monotonicMs() - silentSinceMs > SILENCE_MS) onSilence()
  }, LOOK_EVERY_MS)
  look.unref()

  return {
    asked: () => {
      if (unanswered === 0) silentSinceMs = monotonicMs()
      unanswered += 1
    },
    ended: (wasAnswered) => {
      unanswered -= 1
      if (wasAnswered) silentSinceMs = answeredAtMs = monotonicMs()
    },
    answeredAtMs: () => answeredAtMs,
    close: () => clearInterval(look),
  }
}
