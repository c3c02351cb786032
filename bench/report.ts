import type { DepthBench, Page } from './depth.ts'
import type { LedgerBench, Rate } from './ledger.ts'
import type { Measured, Name, Results } from './measure-http.ts'
import { median } from './statistics.ts'

export interface Gate {
  readonly name: string
  /** Null where there was nothing to compare with. */
  readonly value: number | null
  readonly gate: number
  readonly goal: number | null
  readonly direction: 'at least' | 'under'
  readonly unit: string
}

export const number = (value: number, digits = 0): string =>
  Number.isNaN(value)
    ? '–'
    : value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })

const medianOf = (rounds: readonly Measured[], field: keyof Measured): number =>
  median(rounds.map((measured) => measured[field]))

const medians = (rounds: readonly Measured[]): Measured => ({
  perSecond: medianOf(rounds, 'perSecond'),
  eventsPerSecond: medianOf(rounds, 'eventsPerSecond'),
  p50Ms: medianOf(rounds, 'p50Ms'),
  p99Ms: medianOf(rounds, 'p99Ms'),
  firstByteP50Ms: medianOf(rounds, 'firstByteP50Ms'),
  firstByteP99Ms: medianOf(rounds, 'firstByteP99Ms'),
  failures: rounds.reduce((sum, { failures }) => sum + failures, 0),
  processor: medianOf(rounds, 'processor'),
})

type Column = readonly [title: string, cell: (measured: Measured) => string]

const TABLES: Readonly<Record<'calls' | 'streams' | 'halfStreams', readonly Column[]>> = {
  calls: [
    ['req/s', (m) => number(m.perSecond)],
    ['p50 ms', (m) => number(m.p50Ms, 2)],
    ['p99 ms', (m) => number(m.p99Ms, 2)],
    ['cpu', (m) => number(m.processor, 2)],
    ['failed', (m) => number(m.failures)],
  ],
  streams: [
    ['streams/s', (m) => number(m.perSecond)],
    ['chunks/s', (m) => number(m.eventsPerSecond)],
    ['p50 ms', (m) => number(m.p50Ms, 2)],
    ['p99 ms', (m) => number(m.p99Ms, 2)],
    ['cpu', (m) => number(m.processor, 2)],
    ['failed', (m) => number(m.failures)],
  ],
  halfStreams: [
    ['streams/s', (m) => number(m.perSecond)],
    ['first byte p50 ms', (m) => number(m.firstByteP50Ms, 2)],
    ['p99 ms', (m) => number(m.firstByteP99Ms, 2)],
    ['cpu', (m) => number(m.processor, 2)],
    ['failed', (m) => number(m.failures)],
  ],
}

export const table = (title: string, kind: keyof typeof TABLES, results: Results): string => {
  const columns = TABLES[kind]
  const head = [title.padEnd(34), ...columns.map(([name]) => name.padStart(18))].join('')
  const rows = [...results].map(([name, rounds]) => {
    const measured = medians(rounds)
    return [`  ${name}`.padEnd(34), ...columns.map(([, cell]) => cell(measured).padStart(18))].join('')
  })
  return [head, ...rows].join('\n')
}

const rate = (name: string, { operationsPerSecond, p50Ms, p99Ms }: Rate): string =>
  `  ${name}`.padEnd(34) +
  [number(operationsPerSecond), number(p50Ms, 2), number(p99Ms, 2)].map((cell) => cell.padStart(18)).join('')

export const ledgerTable = ({ batched, single }: LedgerBench): string =>
  [
    'ledger alone, one wallet'.padEnd(34) + ['ops/s', 'p50 ms', 'p99 ms'].map((name) => name.padStart(18)).join(''),
    rate('group commit', batched),
    rate('one transaction a call', single),
  ].join('\n')

const passes = ({ value, direction }: Gate, limit: number): boolean =>
  value !== null && (direction === 'at least' ? value >= limit : value < limit)

export const gateHolds = (gate: Gate): boolean => gate.value === null || passes(gate, gate.gate)

export const gateLine = (gate: Gate): string => {
  const { name, value, direction, unit, goal } = gate
  const verdict = value === null ? 'not measured' : passes(gate, gate.gate) ? 'ok' : 'MISSED'
  const reached =
    goal === null ? '' : `, goal ${number(goal, 2)}${value !== null && passes(gate, goal) ? ' reached' : ''}`
  const shown = value === null ? '–' : number(value, 2)
  return `  ${name.padEnd(52)} ${shown.padStart(10)}${unit}  (gate: ${direction} ${number(gate.gate, 2)}${unit}${reached})  ${verdict}`
}

/** The speed of a machine drifts: each round is compared with the one next to it in time, and the middle pair counts. */
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

/** How this gateway compares with the other checkout, where there is one. */
const againstOther = (calls: Results, streams: Results): readonly Gate[] =>
  calls.has('other checkout')
    ? [
        {
          ...LEAST,
          name: 'requests a second, of the other checkout',
          value: ratio(calls, 'perSecond', 'other checkout'),
          gate: 0.97,
          goal: 1,
        },
        {
          ...LEAST,
          name: 'SSE chunks a second, of the other checkout',
          value: ratio(streams, 'eventsPerSecond', 'other checkout'),
          gate: 0.97,
          goal: 1,
        },
      ]
    : []

const ratio = (results: Results, field: keyof Measured, other: Name): number | null =>
  ofPairs(results, field, other, (ours, theirs) => ours / theirs)

const later = (results: Results, field: keyof Measured): number | null =>
  ofPairs(results, field, 'bare proxy', (ours, bare) => ours - bare)

/** Half of this gateway's rate at full load; 500 where full load was not measured. */
export const halfOfOurs = (results: Results): number => {
  const ours = results.get('this gateway')
  return ours === undefined ? 500 : medianOf(ours, 'perSecond') / 2
}

const LEAST: Pick<Gate, 'direction' | 'unit'> = { direction: 'at least', unit: ' x' }

export const httpGates = (calls: Results, streams: Results, halfStreams: Results): readonly Gate[] => [
  ...againstOther(calls, streams),
  { ...LEAST, name: 'requests a second, over portkey', value: ratio(calls, 'perSecond', 'portkey'), gate: 2, goal: 3 },
  {
    ...LEAST,
    name: 'requests a second, of the bare proxy',
    value: ratio(calls, 'perSecond', 'bare proxy'),
    gate: 0.3,
    goal: 0.45,
  },
  {
    name: 'first streamed byte at half load, later than bare',
    value: later(halfStreams, 'firstByteP50Ms'),
    gate: 2,
    goal: null,
    direction: 'under',
    unit: ' ms',
  },
]

export const ledgerGate = (bench: LedgerBench): Gate => ({
  name: 'ledger, durable operations a second',
  value: bench.batched.operationsPerSecond,
  gate: 12_000,
  goal: 20_000,
  direction: 'at least',
  unit: '',
})

const ratioOfP95 = ({ pages }: DepthBench, page: Page): number =>
  (pages.get(page)?.p95Ms ?? Number.NaN) / (pages.get('first')?.p95Ms ?? Number.NaN)

export const depthTable = (lists: readonly DepthBench[]): string =>
  [
    'pages of 50, among a million messages'.padEnd(44) +
      ['p50 ms', 'p95 ms', 'p95, of first'].map((name) => name.padStart(16)).join(''),
    ...lists.flatMap((bench) =>
      [...bench.pages].map(
        ([page, { p50Ms, p95Ms }]) =>
          `${bench.list}, ${page}`.padEnd(44) +
          [number(p50Ms, 2), number(p95Ms, 2), `${number(ratioOfP95(bench, page), 2)} x`]
            .map((cell) => cell.padStart(16))
            .join(''),
      ),
    ),
  ].join('\n')

export const depthGates = (lists: readonly DepthBench[]): readonly Gate[] =>
  lists.map((bench) => ({
    name: `${bench.list}, p95 of deep pages over the first`,
    value: Math.max(ratioOfP95(bench, 'middle'), ratioOfP95(bench, 'last')),
    gate: 2,
    goal: null,
    direction: 'under',
    unit: ' x',
  }))

/** Figures without a gate that a reader wants beside those with one. */
export const remarks = (streams: Results, halfLoad: Results): readonly string[] => {
  const line = (name: string, value: number | null, unit: string): string =>
    `  ${name.padEnd(52)} ${(value === null ? '–' : number(value, 2)).padStart(10)}${unit}`
  return [
    line('SSE chunks a second, of the bare proxy', ratio(streams, 'eventsPerSecond', 'bare proxy'), ' x'),
    line('SSE chunks a second, over portkey', ratio(streams, 'eventsPerSecond', 'portkey'), ' x'),
    line('added latency at half load, p50', later(halfLoad, 'p50Ms'), ' ms'),
    line('added latency at half load, p99', later(halfLoad, 'p99Ms'), ' ms'),
  ]
}
