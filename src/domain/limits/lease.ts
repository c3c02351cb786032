/**
 * How long a hold and a claim of an Idempotency-Key outlive the last sign of life of their process, and how often a
 * running process extends them: two extensions may fail before a third is late. With the pause between two sweeps the
 * life stays within the minute in which every hold of a killed process ends (INVARIANTS.md, E15).
 */
export const LEASE = { lifeSeconds: 45, extendEveryMs: 15_000 } as const
