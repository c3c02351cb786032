import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startBareProxy } from './targets/bare-proxy-target.ts'
import { benchConsole, consoleGates, consoleTable } from './console/page-times.ts'
import { benchFirstPage, firstPageGates, firstPageTable } from './console/first-page.ts'
import { benchDepth } from './depth/list-depth.ts'
import { ROOT, startGateway } from './targets/gateway-target.ts'
import { benchLedger } from './ledger.ts'
import { benchMetrics } from './metrics.ts'
import { benchReceiptDepth, receiptGates, receiptTable } from './depth/receipt-depth.ts'
import {
  depthGates,
  depthTable,
  gateHolds,
  gateLine,
  ledgerGate,
  ledgerTable,
  metricsGates,
  metricsTable,
  table,
} from './report.ts'
import type { Gate } from './report.ts'
import { httpGates, remarks } from './http/http-gates.ts'
import type { HttpResults } from './http/http-gates.ts'
import { isPhase, joinedStarts, measureHttp, PHASES } from './http/http-phases.ts'
import type { HttpOptions } from './http/http-phases.ts'
import { benchFrontier, frontierTable } from './http/frontier.ts'
import { benchInstances, instancesGates, instancesTable } from './http/instances.ts'
import { benchMemory, memoryGates, memoryTable } from './http/memory.ts'
import { startPortkey } from './targets/portkey-target.ts'
import { benchSurfaces, surfaceGates, surfaceTable } from './http/surfaces.ts'
import type { Target } from './targets/target.ts'
import { withEachTarget, withTargets } from './targets/with-targets.ts'
import type { StartTargets } from './targets/with-targets.ts'

/**
 * `npm run bench -- --only http --rounds 11 --seconds 5 --connections 128`; by default every part but `console` and
 * `instances`, in about ten minutes. `--only` takes one of the parts that `PARTS` names.
 * `--against ../other-checkout` starts the gateway of another checkout beside this one, with its own packages, and
 * compares the two in neighbouring rounds. With `--metrics` this checkout measures itself, so `--metrics --against .`
 * says what that costs. `--starts 4` starts the processes of `http` anew so often, and all their rounds count: how a
 * process was compiled moves its figures by a twentieth. `--phases calls,streams` measures these of `http` alone.
 * `--receipts 2000000` says among how many receipts pages are read: ten million with `--only depth`, which takes long
 * and some thirty gigabytes, otherwise 200,000.
 *
 * The pages of the console are read among a million receipts, which takes some minutes and four gigabytes, so they are
 * timed where they are asked for alone. So are two and four instances on one wallet and on a thousand, beside one
 * alone, which takes four minutes a round.
 *
 * Callers share commits, so this gateway does more the more of them there are, where targets that write nothing are at
 * their limit with 32: plain calls come from 64 connections. 32 streams keep every target at work.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    starts: { type: 'string', default: '1' },
    phases: { type: 'string', default: PHASES.join(',') },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
    streams: { type: 'string', default: '32' },
    against: { type: 'string' },
    metrics: { type: 'boolean', default: false },
    receipts: { type: 'string' },
  },
})

const MANY_RECEIPTS = 10_000_000
const FEW_RECEIPTS = 200_000
/** Long enough for the memory of a process to reach what it keeps. */
const MEMORY_SECONDS = 15

const say = (text: string): void => console.log(text)

/** The gateways of one start, in the order in which they start. */
const gatewaysOf = (upstreamPort: number, start: number): readonly (() => Promise<Target>)[] => {
  const own = () => startGateway(upstreamPort, { root: ROOT, name: 'this gateway', measures: options.metrics })
  const { against } = options
  const owns = process.env['BENCH_GATEWAY'] === 'off' ? [] : [own]
  if (against === undefined) return owns
  const other = () => startGateway(upstreamPort, { root: resolve(against), name: 'other checkout' })
  // Two equal checkouts differ by some hundredths; if the order has a part in that, it favours neither.
  return start % 2 === 0 ? [...owns, other] : [other, ...owns]
}

const startTargets =
  (start = 0): StartTargets =>
  async (upstreamPort) => {
    const started: Target[] = []
    try {
      started.push(await startBareProxy(upstreamPort))
      for (const startNext of gatewaysOf(upstreamPort, start)) started.push(await startNext())
      const portkey = await startPortkey(upstreamPort)
      if (portkey === null) say('portkey is not installed (set BENCH_PORTKEY_DIR to compare with it)')
      else started.push(portkey)
      return started
    } catch (error) {
      await Promise.all(started.map((target) => target.stop()))
      throw error
    }
  }

const sayResults = ({ calls, longCalls, streams, alone, halfCalls, halfStreams }: HttpResults): void => {
  const tables = [
    [`chat completions, ${options.connections} connections`, 'calls', calls],
    ['calls of a long conversation, 250 kB', 'calls', longCalls],
    [`streams of 100 chunks, ${options.streams} at a time`, 'streams', streams],
    ['a call alone, one connection', 'calls', alone],
    ['calls at half of our own load', 'calls', halfCalls],
    ['streams at half of our own load', 'halfStreams', halfStreams],
  ] as const
  for (const [title, kind, results] of tables) if (results.size > 0) say(`${table(title, kind, results)}\n`)
}

const wantedPhases = (): HttpOptions['phases'] => {
  const phases = options.phases.split(',')
  if (!phases.every(isPhase)) throw new Error(`--phases takes ${PHASES.join(',')}`)
  return new Set(phases)
}

const httpOptions: HttpOptions = {
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  connections: Number(options.connections),
  streams: Number(options.streams),
  phases: wantedPhases(),
}

interface Part {
  /** Measures, prints its tables, and returns what must hold. */
  readonly measure: () => Promise<readonly Gate[]>
  /** It takes too long to be measured where it is not asked for. */
  readonly onlyByName?: true
  /** It shows figures alone. Any other part that returns no gate has measured nothing. */
  readonly hasNoGates?: true
}

const measureStarts = async (): Promise<readonly Gate[]> => {
  const { starts: count, rounds, seconds } = options
  say(
    `${count} starts, ${rounds} rounds of ${seconds} s each, targets in turn, medians; ratios and differences of neighbouring rounds\n`,
  )
  const starts: HttpResults[] = []
  for (let start = 0; start < Number(count); start += 1)
    starts.push(await withTargets(startTargets(start), (load, targets) => measureHttp(load, targets, httpOptions)))
  const results = joinedStarts(starts)
  sayResults(results)
  say(remarks(results).join('\n'))
  return httpGates(results)
}

const measureFrontier = async (): Promise<readonly Gate[]> => {
  const frontiers = await withEachTarget(startTargets(), (load, target) => benchFrontier(load, target, httpOptions))
  say(`\n${frontierTable(frontiers)}`)
  return []
}

const measureMemory = async (): Promise<readonly Gate[]> => {
  const figures = await withEachTarget(startTargets(), (load, target) =>
    benchMemory(load, target, { connections: httpOptions.connections, seconds: MEMORY_SECONDS }),
  )
  say(`\n${memoryTable(figures, httpOptions.connections)}`)
  return memoryGates(figures)
}

const measureSurfaces = async (): Promise<readonly Gate[]> => {
  const surfaces = await benchSurfaces(httpOptions)
  say(`\n${surfaceTable(surfaces, httpOptions.connections)}`)
  return surfaceGates(surfaces)
}

const measureLedger = async (): Promise<readonly Gate[]> => {
  const ledger = await benchLedger()
  say(`\n${ledgerTable(ledger)}`)
  return [ledgerGate(ledger)]
}

const measureDepth = async (): Promise<readonly Gate[]> => {
  const lists = await benchDepth()
  say(`\n${depthTable(lists)}`)
  const among = options.receipts ?? (options.only === 'depth' ? MANY_RECEIPTS : FEW_RECEIPTS)
  const receipts = await benchReceiptDepth(Number(among))
  say(`\n${receiptTable(receipts)}`)
  return [...depthGates(lists), ...receiptGates(receipts)]
}

const measureMetrics = async (): Promise<readonly Gate[]> => {
  const costs = await benchMetrics()
  say(`\n${metricsTable(costs)}`)
  return metricsGates(costs)
}

const measureFirstPage = async (): Promise<readonly Gate[]> => {
  const pages = await benchFirstPage()
  say(`\n${firstPageTable(pages)}`)
  return firstPageGates(pages)
}

const measureConsole = async (): Promise<readonly Gate[]> => {
  const pages = await benchConsole()
  say(`\n${consoleTable(pages)}`)
  return consoleGates(pages)
}

const measureInstances = async (): Promise<readonly Gate[]> => {
  const instances = await benchInstances(httpOptions.rounds)
  say(`\n${instancesTable(instances)}`)
  return instancesGates(instances)
}

/** In the order in which they are measured. */
const PARTS: Readonly<Record<string, Part>> = {
  http: { measure: measureStarts },
  frontier: { measure: measureFrontier, hasNoGates: true },
  memory: { measure: measureMemory },
  surfaces: { measure: measureSurfaces },
  ledger: { measure: measureLedger },
  depth: { measure: measureDepth },
  metrics: { measure: measureMetrics },
  'first-page': { measure: measureFirstPage },
  console: { measure: measureConsole, onlyByName: true },
  instances: { measure: measureInstances, onlyByName: true },
}

const wantedParts = (): readonly (readonly [name: string, part: Part])[] => {
  const { only } = options
  if (only === undefined) return Object.entries(PARTS).filter(([, part]) => part.onlyByName !== true)
  const part = PARTS[only]
  if (part === undefined) throw new Error(`--only takes ${Object.keys(PARTS).join(', ')}`)
  return [[only, part]]
}

const wanted = wantedParts()
say(`Node ${process.versions.node}, ${cpus().length} cores shared by load, upstream, target and PostgreSQL`)
say(`load average before the run: ${(loadavg()[0] ?? 0).toFixed(2)} (the ratios mean little on a busy machine)`)
const gates: Gate[] = []
for (const [name, { measure, hasNoGates }] of wanted) {
  const found = await measure()
  if (found.length === 0 && hasNoGates !== true) throw new Error(`${name} has measured nothing that a gate could hold`)
  gates.push(...found)
}
say(['\ngates', ...gates.map(gateLine)].join('\n'))
process.exitCode = gates.every(gateHolds) ? 0 : 1
