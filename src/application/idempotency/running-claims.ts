/**
 * The claims this process is executing now. Leases are extended for these and no others, so a claim whose
 * execution ended without an outcome is not kept alive by the process that lost it.
 */
export interface RunningClaims {
  add(fence: string): void
  remove(fence: string): void
  fences(): readonly string[]
}

export const runningClaims = (): RunningClaims => {
  const running = new Set<string>()
  return {
    add: (fence) => void running.add(fence),
    remove: (fence) => void running.delete(fence),
    fences: () => [...running],
  }
}
