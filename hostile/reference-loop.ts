/** The time of the loop on the quiet machine on which the bounds were set. */
const QUIET_MS = 7
const ROUNDS = 6_000_000

const loopMs = (): number => {
  const startedMs = performance.now()
  let mixed = 1
  for (let round = 0; round < ROUNDS; round += 1) mixed = (Math.imul(mixed, 1_664_525) + 1_013_904_223) | 0
  // Read, so that no compiler removes the loop.
  return performance.now() - startedMs + (mixed === 0 ? 1 : 0)
}

/** How much slower this machine is at this moment than a quiet one; never below 1. */
export const slowness = (): number => Math.max(1, loopMs() / QUIET_MS)
