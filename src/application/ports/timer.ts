/** Lets time pass. A test's twin lets it pass at once. */
export interface Timer {
  sleep(durationMs: number): Promise<void>
}
