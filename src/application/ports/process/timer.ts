/** Waits. The twin for tests waits for no time. */
export interface Timer {
  /** Resolves after that time, or as soon as the signal is aborted: then nothing of the wait is left. */
  sleep(durationMs: number, signal?: AbortSignal): Promise<void>
}
