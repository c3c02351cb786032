import type { FloodResult } from './floods/flood-result.ts'
import type { HeldResult } from './held-connections.ts'
import { answersHold, isAdmitted, isCompared, MOST_RATIO, MOST_WAIT_MS, ratioHolds, waitHolds } from './measure.ts'
import type { Measured } from './measure.ts'

const SHOWN = 12

const rounded = (value: number): string => value.toFixed(value < 10 ? 1 : 0)

const ratioOf = ({ ms, doubleMs }: Measured): number => doubleMs / Math.max(ms, 1)

const line = (each: Measured): string =>
  [
    rounded(each.waitMs / each.slowness).padStart(8),
    rounded(each.ms).padStart(8),
    rounded(each.doubleMs).padStart(8),
    ratioOf(each).toFixed(2).padStart(6),
    String(each.bytes).padStart(10),
    each.statuses.join('/').padStart(11),
    ` ${each.where}: ${each.shape}`,
  ].join(' ')

const HEADER = ' wait ms     n ms    2n ms  ratio    n bytes    statuses  shape'

const worstBy = (measured: readonly Measured[], key: (each: Measured) => number): readonly Measured[] =>
  measured.toSorted((one, other) => key(other) - key(one)).slice(0, SHOWN)

/** Attacks that were measured together share a wait: one line stands for all of them. */
const ofDifferentWait = (measured: readonly Measured[]): readonly Measured[] => [
  ...new Map(measured.map((each) => [each.waitMs, each])).values(),
]

const section = (title: string, lines: readonly string[]): string => [title, ...lines, ''].join('\n')

/** The worst of all, as tables. Waits are scaled to a quiet machine. */
export const tables = (measured: readonly Measured[]): string =>
  [
    section('longest waits of another client', [
      HEADER,
      ...worstBy(ofDifferentWait(measured), ({ waitMs, slowness }) => waitMs / slowness).map(line),
    ]),
    section('longest answers', [HEADER, ...worstBy(measured, ({ doubleMs }) => doubleMs).map(line)]),
    section('worst growth from n to 2n, of what takes long enough to be compared', [
      HEADER,
      ...worstBy(measured.filter(isCompared), ratioOf).map(line),
    ]),
  ].join('\n')

/** One line for each bound that does not hold. */
export const failures = (measured: readonly Measured[]): readonly string[] =>
  measured.flatMap((each) => [
    ...(waitHolds(each) ? [] : [`another client waited more than ${MOST_WAIT_MS} ms:${line(each)}`]),
    ...(ratioHolds(each) ? [] : [`twice the size took more than ${MOST_RATIO} times as long:${line(each)}`]),
    ...(answersHold(each) ? [] : [`the service failed:${line(each)}`]),
    ...(isAdmitted(each) ? [] : [`refused for its rate, so nothing was measured:${line(each)}`]),
  ])

export const heldFailures = (results: readonly HeldResult[]): readonly string[] =>
  results.filter(({ kept }) => kept > 0).map(({ name, held, kept }) => `${kept} of ${held} were kept: ${name}`)

export const floodTable = (results: readonly FloodResult[]): string =>
  section(
    'many calls at once: time, memory in use, wait of another client, answers by status',
    results.map(
      ({ name, ms, mostMb, waitMs, statuses }) =>
        `${`${ms.toFixed(0)} ms`.padStart(10)} ${`${mostMb.toFixed(0)} MB`.padStart(8)} ` +
        `${`${waitMs.toFixed(0)} ms`.padStart(8)}  ${JSON.stringify(statuses)} ${name}`,
    ),
  )

export const heldTable = (results: readonly HeldResult[]): string =>
  section(
    'stalled clients, and how many of them were kept',
    results.map(({ name, held, kept }) => `${String(held).padStart(8)} ${String(kept).padStart(6)}  ${name}`),
  )
