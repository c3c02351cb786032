import type { HeldMemory } from '../ports/process/held-memory.ts'
import { MAX_ANSWER_BYTES } from './memory-budget.ts'

/**
 * Counts bytes of a streamed answer that are here already. A promise where there is no room for more. What a call
 * brings beyond the largest whole answer does not count: for so much there is room in the end, and who counted more
 * would wait for room that never comes.
 */
export const bringOfAnswer = (memory: HeldMemory, bytes: number): Promise<void> | null => {
  const counted = Math.min(bytes, MAX_ANSWER_BYTES - 1 - memory.bytes())
  return counted > 0 ? memory.bring(counted) : null
}

/** What a stream keeps is counted in steps of so many bytes: most answers are shorter, and are never counted. */
const STEP_BYTES = 65_536

/** Counts what a stream keeps by the whole of it, as that grows. A promise where there is no room for more. */
export const keptBytes = (memory: HeldMemory | undefined) => {
  let counted = 0
  return (kept: number): Promise<void> | null => {
    const more = kept - counted
    if (memory === undefined || more < STEP_BYTES) return null
    counted = kept
    return bringOfAnswer(memory, more)
  }
}
