import type { Heard } from '../call.ts'

/** What came of a flood. */
export interface FloodResult {
  readonly name: string
  readonly ms: number
  readonly mostMb: number
  readonly waitMs: number
  readonly statuses: Readonly<Record<string, number>>
  readonly failures: readonly string[]
}

export const countedBy = (heard: readonly Pick<Heard, 'status'>[]): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {}
  for (const { status } of heard) counts[status] = (counts[status] ?? 0) + 1
  return counts
}
