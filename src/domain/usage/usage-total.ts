import type { UsageSums } from './usage-sums.ts'

const NOTHING: UsageSums = {
  calls: 0,
  refusals: 0,
  failures: 0,
  inputTokens: 0,
  cachedTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
  images: 0,
  seconds: 0,
  cost: 0n,
  writtenOff: 0n,
}

const add = (one: UsageSums, other: UsageSums): UsageSums => ({
  calls: one.calls + other.calls,
  refusals: one.refusals + other.refusals,
  failures: one.failures + other.failures,
  inputTokens: one.inputTokens + other.inputTokens,
  cachedTokens: one.cachedTokens + other.cachedTokens,
  cacheWriteTokens: one.cacheWriteTokens + other.cacheWriteTokens,
  outputTokens: one.outputTokens + other.outputTokens,
  reasoningTokens: one.reasoningTokens + other.reasoningTokens,
  images: one.images + other.images,
  // Added as milliseconds: binary fractions would drift.
  seconds: (Math.round(one.seconds * 1000) + Math.round(other.seconds * 1000)) / 1000,
  cost: one.cost + other.cost,
  writtenOff: one.writtenOff + other.writtenOff,
})

/** The sum of all rows. */
export const totalOf = (sums: readonly UsageSums[]): UsageSums => sums.reduce(add, NOTHING)
