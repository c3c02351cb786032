/** Waits. The twin for tests waits for no time. */
export interface Timer {
  sleep(durationMs: number): Promise<void>
}
