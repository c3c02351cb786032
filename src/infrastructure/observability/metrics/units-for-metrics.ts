import { MICRO_PER_UNIT } from '../../../domain/money/money.ts'

const PER_UNIT = Number(MICRO_PER_UNIT)

/** Micro-units as whole units: a figure to look at, never one to compute with, so a float is exact enough for it. */
export const unitsForMetrics = (micro: bigint): number => Number(micro) / PER_UNIT
