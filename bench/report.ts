import type { DepthBench, Page } from './depth/list-depth.ts'
import type { LedgerBench, Rate } from './ledger.ts'
import type { Measured, Results } from './http/measure-http.ts'
import type { MetricsCost } from './metrics.ts'
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

export const medianOf = (rounds: readonly Measured[], field: keyof Measured): number =>
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
  ownMicros: medianOf(rounds, 'ownMicros'),
  databaseMicros: medianOf(rounds, 'databaseMicros'),
  callMicros: medianOf(rounds, 'callMicros'),
  calls: medianOf(rounds, 'calls'),
  longestGapMs: Math.max(...rounds.map(({ longestGapMs }) => longestGapMs)),
})

type Column = readonly [title: string, cell: (measured: Measured) => string]

const TABLES: Readonly<Record<'calls' | 'streams' | 'halfStreams', readonly Column[]>> = {
  calls: [
    ['req/s', (m) => number(m.perSecond)],
    ['p50 ms', (m) => number(m.p50Ms, 2)],
    ['p99 ms', (m) => number(m.p99Ms, 2)],
    ['cpu', (m) => number(m.processor, 2)],
    ['cpu us/call', (m) => number(m.ownMicros)],
    ['database us/call', (m) => number(m.databaseMicros)],
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

const rate = (name: string, { operationsPerSecond, p50Ms, p99Ms, databaseMicros }: Rate): string =>
  `  ${name}`.padEnd(34) +
  [number(operationsPerSecond), number(p50Ms, 2), number(p99Ms, 2), number(databaseMicros)]
    .map((cell) => cell.padStart(18))
    .join('')

export const ledgerTable = ({ batched, captured, single }: LedgerBench): string =>
  [
    'ledger alone, one wallet'.padEnd(34) +
      ['ops/s', 'p50 ms', 'p99 ms', 'database us/call'].map((name) => name.padStart(18)).join(''),
    rate('group commit, hold and settle', batched),
    rate('group commit, captures', captured),
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

export const metricsTable = (costs: readonly MetricsCost[]): string =>
  [
    'metrics'.padEnd(20) +
      ['counter ns', 'histogram ns', 'exposition ms', 'series'].map((name) => name.padStart(16)).join(''),
    ...costs.map(
      ({ name, counterNs, histogramNs, expositionMs, lines }) =>
        name.padEnd(20) +
        [number(counterNs), number(histogramNs), number(expositionMs, 2), number(lines)]
          .map((cell) => cell.padStart(16))
          .join(''),
    ),
    ...(costs.length === 1 ? ['prom-client is not installed (set BENCH_PROM_CLIENT_DIR to compare with it)'] : []),
  ].join('\n')

export const metricsGates = ([own]: readonly MetricsCost[]): readonly Gate[] => [
  {
    name: 'metrics, one observation of a histogram',
    value: own?.histogramNs ?? null,
    gate: 500,
    goal: null,
    direction: 'under',
    unit: ' ns',
  },
  {
    name: 'metrics, the exposition of all series',
    value: own?.expositionMs ?? null,
    gate: 20,
    goal: null,
    direction: 'under',
    unit: ' ms',
  },
]
