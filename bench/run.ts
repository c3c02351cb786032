import { cpus, loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { startBareProxy } from './bare-proxy-target.ts'
import { forkProgram } from './child-process.ts'
import type { Child } from './child-process.ts'
import { benchDepth } from './depth.ts'
import { startGateway } from './gateway-target.ts'
import { benchLedger } from './ledger.ts'
import { measurePhase } from './measure-http.ts'
import type { Rounds } from './measure-http.ts'
import {
  depthGates,
  depthTable,
  gateHolds,
  gateLine,
  halfOfOurs,
  httpGates,
  ledgerGate,
  ledgerTable,
  remarks,
  table,
} from './report.ts'
import type { Gate } from './report.ts'
import { startPortkey } from './portkey-target.ts'
import { benchSurfaces, surfaceGates, surfaceTable } from './surfaces.ts'
import type { Target } from './target.ts'

/**
 * `npm run bench -- --only http --rounds 11 --seconds 5 --connections 128`; by default everything, in about six
 * minutes. `--only` takes http, surfaces, ledger or depth. `--against ../other-checkout` starts the gateway of another
 * checkout beside this one, with its own packages, and compares the two in neighbouring rounds.
 *
 * Callers share commits, so this gateway does more the more of them there are, where targets that write nothing are at
 * their limit with 32: plain calls come from 64 connections. 32 streams keep every target at work.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '64' },
    streams: { type: 'string', default: '32' },
    against: { type: 'string' },
  },
})

const say = (text: string): void => console.log(text)

const startTargets = async (upstreamPort: number): Promise<readonly Target[]> => {
  const started: Target[] = []
  try {
    started.push(await startBareProxy(upstreamPort))
    if (process.env['BENCH_GATEWAY'] !== 'off') started.push(await startGateway(upstreamPort))
    if (options.against !== undefined) {
      started.push(await startGateway(upstreamPort, { root: resolve(options.against), name: 'other checkout' }))
    }
    const portkey = await startPortkey(upstreamPort)
    if (portkey === null) say('portkey is not installed (set BENCH_PORTKEY_DIR to compare with it)')
    else started.push(portkey)
    return started
  } catch (error) {
    await Promise.all(started.map((target) => target.stop()))
    throw error
  }
}

/** A just-in-time compiler in the background slows all processes: each target runs until its own compiler has finished. */
const WARM_UP = { rounds: 1, seconds: 15 }

interface HttpOptions extends Rounds {
  readonly connections: number
  readonly streams: number
}

const measureTargets = async (
  load: Child,
  targets: readonly Target[],
  options: HttpOptions,
): Promise<readonly Gate[]> => {
  const { connections, streams: atATime, ...rounds } = options
  const ofCalls = { ...rounds, connections, stream: false, ratePerSecond: null }
  const ofStreams = { ...rounds, connections: atATime, stream: true, ratePerSecond: null }
  await measurePhase(load, targets, { ...ofCalls, ...WARM_UP })
  await measurePhase(load, targets, { ...ofStreams, ...WARM_UP })
  const calls = await measurePhase(load, targets, ofCalls)
  say(table(`chat completions, ${connections} connections`, 'calls', calls))
  const streams = await measurePhase(load, targets, ofStreams)
  say(table(`\nstreams of 100 chunks, ${atATime} at a time`, 'streams', streams))
  // Half of this gateway's rate is more than Portkey's limit, so latency is compared with the bare proxy alone.
  const pair = targets.filter(({ name }) => name !== 'portkey')
  const halfLoad = await measurePhase(load, pair, { ...ofCalls, ratePerSecond: halfOfOurs(calls) })
  say(table('\ncalls at half of our own load', 'calls', halfLoad))
  const halfStreams = await measurePhase(load, pair, { ...ofStreams, ratePerSecond: halfOfOurs(streams) })
  say(table('\nstreams at half of our own load', 'halfStreams', halfStreams))
  say(['', ...remarks(streams, halfLoad)].join('\n'))
  return httpGates(calls, streams, halfStreams)
}

const benchHttp = async (options: HttpOptions): Promise<readonly Gate[]> => {
  const upstream = await forkProgram('./upstream.ts')
  const load = await forkProgram('./load.ts')
  try {
    const targets = await startTargets(upstream.port)
    try {
      return await measureTargets(load, targets, options)
    } finally {
      await Promise.all(targets.map((target) => target.stop()))
    }
  } finally {
    await Promise.all([load.stop(), upstream.stop()])
  }
}

const httpOptions: HttpOptions = {
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  connections: Number(options.connections),
  streams: Number(options.streams),
}
say(`Node ${process.versions.node}, ${cpus().length} cores shared by load, upstream, target and PostgreSQL`)
say(`load average before the run: ${(loadavg()[0] ?? 0).toFixed(2)} (the ratios mean little on a busy machine)`)

const wants = (part: 'http' | 'surfaces' | 'ledger' | 'depth'): boolean =>
  options.only === undefined || options.only === part

const gates: Gate[] = []
if (wants('http')) {
  say(
    `${options.rounds} rounds of ${options.seconds} s, targets in turn, medians; ratios and differences of neighbouring rounds\n`,
  )
  gates.push(...(await benchHttp(httpOptions)))
}
if (wants('surfaces')) {
  const surfaces = await benchSurfaces(httpOptions)
  say(`\n${surfaceTable(surfaces, httpOptions.connections)}`)
  gates.push(...surfaceGates(surfaces))
}
if (wants('ledger')) {
  const ledger = await benchLedger()
  say(`\n${ledgerTable(ledger)}`)
  gates.push(ledgerGate(ledger))
}
if (wants('depth')) {
  const lists = await benchDepth()
  say(`\n${depthTable(lists)}`)
  gates.push(...depthGates(lists))
}
say(['\ngates', ...gates.map(gateLine)].join('\n'))
process.exitCode = gates.every(gateHolds) ? 0 : 1
