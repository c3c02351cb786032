import type { Measured, Name, Results } from './measure-http.ts'
import { medianOf, number } from '../report.ts'
import type { Gate } from '../report.ts'
import { median } from '../statistics.ts'

/**
 * The speed of a machine drifts: each round is compared with the one next to it in time, and the middle pair counts.
 */
const ofPairs = (
  results: Results,
  field: keyof Measured,
  other: Name,
  compare: (ours: number, theirs: number) => number,
): number | null => {
  const [ours, theirs] = [results.get('this gateway'), results.get(other)]
  if (ours === undefined || theirs === undefined) return null
  return median(ours.map((measured, round) => compare(measured[field], theirs[round]?.[field] ?? Number.NaN)))
}

/** Half of this gateway's rate at full load; 500 where full load was not measured. */
export const halfOfOurs = (results: Results): number => {
  const ours = results.get('this gateway')
  return ours === undefined ? 500 : medianOf(ours, 'perSecond') / 2
}

const LEAST: Pick<Gate, 'direction' | 'unit'> = { direction: 'at least', unit: ' x' }

const ratio = (results: Results, field: keyof Measured, other: Name): number | null =>
  ofPairs(results, field, other, (ours, theirs) => ours / theirs)

const later = (results: Results, field: keyof Measured): number | null =>
  ofPairs(results, field, 'bare proxy', (ours, bare) => ours - bare)

/** What was measured of all targets, each target in each phase. */
export interface HttpResults {
  /** As fast as many connections go. */
  readonly calls: Results
  /** Calls with all earlier messages of a long conversation. */
  readonly longCalls: Results
  readonly streams: Results
  /** One connection, which calls again when it has its answer. */
  readonly alone: Results
  /** At half of what this gateway does at full load. */
  readonly halfCalls: Results
  readonly halfStreams: Results
}

/**
 * What the first streamed byte of this gateway adds over the bare proxy, as a share of what the other checkout adds.
 */
const addedOfOther = (results: Results): number | null => {
  const [ours, theirs] = [results.get('this gateway'), results.get('other checkout')]
  const bare = results.get('bare proxy')
  if (ours === undefined || theirs === undefined || bare === undefined) return null
  const added = (rounds: readonly Measured[], round: number): number =>
    (rounds[round]?.firstByteP50Ms ?? Number.NaN) - (bare[round]?.firstByteP50Ms ?? Number.NaN)
  return median(ours.map((_, round) => added(ours, round) / added(theirs, round)))
}

/** How this gateway compares with the other checkout, where there is one: it may not be worse. */
const againstOther = ({ calls, longCalls, streams, alone, halfStreams }: HttpResults): readonly Gate[] => {
  if (![calls, longCalls, streams, alone, halfStreams].some((results) => results.has('other checkout'))) return []
  const least = (name: string, value: number | null, goal: number): Gate => ({
    ...LEAST,
    name,
    value,
    gate: 0.97,
    goal,
  })
  const most = (name: string, value: number | null, goal: number): Gate => ({
    name,
    value,
    gate: 1.03,
    goal,
    direction: 'under',
    unit: ' x',
  })
  const other = (results: Results, field: keyof Measured) => ratio(results, field, 'other checkout')
  return [
    least('requests a second, of the other checkout', other(calls, 'perSecond'), 1.2),
    least('calls of a long conversation, of the other checkout', other(longCalls, 'perSecond'), 1.2),
    least('SSE chunks a second, of the other checkout', other(streams, 'eventsPerSecond'), 1),
    most('processor time a call, database included, of the other', other(calls, 'callMicros'), 0.8),
    most('processor time a call of the database, of the other', other(calls, 'databaseMicros'), 0.5),
    most('time of a call alone, of the other', other(alone, 'p50Ms'), 0.65),
    most('first streamed byte at half load, added, of the other', addedOfOther(halfStreams), 0.5),
  ]
}

export const httpGates = (results: HttpResults): readonly Gate[] => [
  ...againstOther(results),
  {
    ...LEAST,
    name: 'requests a second, over portkey',
    value: ratio(results.calls, 'perSecond', 'portkey'),
    gate: 2,
    goal: 3,
  },
  {
    ...LEAST,
    name: 'requests a second, of the bare proxy',
    value: ratio(results.calls, 'perSecond', 'bare proxy'),
    gate: 0.3,
    goal: 0.45,
  },
  {
    name: 'first streamed byte at half load, later than bare',
    value: later(results.halfStreams, 'firstByteP50Ms'),
    gate: 2,
    goal: null,
    direction: 'under',
    unit: ' ms',
  },
]

/** Figures without a gate that a reader wants beside those with one. */
export const remarks = ({ longCalls, streams, alone, halfCalls }: HttpResults): readonly string[] => {
  const line = (name: string, value: number | null, unit: string): string =>
    `  ${name.padEnd(52)} ${(value === null ? '–' : number(value, 2)).padStart(10)}${unit}`
  return [
    line('calls of a long conversation, of the bare proxy', ratio(longCalls, 'perSecond', 'bare proxy'), ' x'),
    line('calls of a long conversation, over portkey', ratio(longCalls, 'perSecond', 'portkey'), ' x'),
    line('SSE chunks a second, of the bare proxy', ratio(streams, 'eventsPerSecond', 'bare proxy'), ' x'),
    line('SSE chunks a second, over portkey', ratio(streams, 'eventsPerSecond', 'portkey'), ' x'),
    line('a call alone, of portkey', ratio(alone, 'p50Ms', 'portkey'), ' x'),
    line('added latency of a call alone, p50', later(alone, 'p50Ms'), ' ms'),
    line('added latency at half load, p50', later(halfCalls, 'p50Ms'), ' ms'),
    line('added latency at half load, p99', later(halfCalls, 'p99Ms'), ' ms'),
  ]
}
