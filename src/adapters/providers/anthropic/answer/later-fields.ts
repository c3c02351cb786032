import { objectOf } from '../../wire.ts'
import type { Wire } from '../../wire.ts'

/**
 * These fields of a report over those of an earlier one, each where `replaces` says so. No other field is kept: a
 * stream may bring a new one in each of its events.
 */
export const laterFields = (
  names: readonly string[],
  earlier: Wire,
  later: unknown,
  replaces: (report: Wire, name: string) => boolean,
): Wire => {
  const report = objectOf(later)
  if (report === null) return earlier
  const kept: Record<string, unknown> = {}
  for (const name of names) {
    const field = replaces(report, name) ? report[name] : earlier[name]
    if (field !== undefined) kept[name] = field
  }
  return kept
}
