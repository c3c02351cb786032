import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startBareProxy } from './bare-proxy-target.ts'
import { type Child, forkProgram } from './child-process.ts'
import { benchDepth } from './depth.ts'
import { startGateway } from './gateway-target.ts'
import { benchLedger } from './ledger.ts'
import { measurePhase, type Rounds } from './measure-http.ts'
import {
  depthGates,
  depthTable,
  type Gate,
  gateHolds,
  gateLine,
  httpGates,
  ledgerGate,
  ledgerTable,
  remarks,
  table,
} from './report.ts'
import { startPortkey } from './portkey-target.ts'
import type { Target } from './target.ts'

/**
 * `npm run bench -- --only http --rounds 5 --seconds 5 --connections 64`; by default everything, in about five
 * minutes. `--only` takes http, ledger or depth.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
  },
})

const say = (text: string): void => console.log(text)

const startTargets = async (upstreamPort: number): Promise<readonly Target[]> => {
  const started: Target[] = []
  try {
    started.push(await startBareProxy(upstreamPort))
    if (process.env['BENCH_GATEWAY'] !== 'off') started.push(await startGateway(upstreamPort))
    const portkey = await startPortkey(upstreamPort)
    if (portkey === null) say('portkey is not installed (set BENCH_PORTKEY_DIR to compare with it)')
    else started.push(portkey)
    return started
  } catch (error) {
    await Promise.all(started.map((target) => target.stop()))
    throw error
  }
}

/** A compiler at work in the background takes processor from everybody: each target is run until its own is done. */
const WARM_UP_SECONDS = 15

const measureTargets = async (load: Child, targets: readonly Target[], rounds: Rounds): Promise<readonly Gate[]> => {
  const closed = { ...rounds, ratePerSecond: null }
  const warmUp = { ...rounds, rounds: 1, seconds: WARM_UP_SECONDS, ratePerSecond: null }
  await measurePhase(load, targets, { ...warmUp, stream: false })
  await measurePhase(load, targets, { ...warmUp, stream: true })
  const calls = await measurePhase(load, targets, { ...closed, stream: false })
  say(table(`chat completions, ${rounds.connections} connections`, 'calls', calls))
  const streams = await measurePhase(load, targets, { ...closed, stream: true })
  say(table(`\nstreams of 100 chunks, ${rounds.connections} at a time`, 'streams', streams))
  // Portkey would be past its own limit at half of ours, so latency is compared with the bare proxy alone.
  const pair = targets.filter(({ name }) => name !== 'portkey')
  const half = (results: typeof calls): number => (results.get('this gateway')?.perSecond ?? 1000) / 2
  const halfLoad = await measurePhase(load, pair, { ...rounds, stream: false, ratePerSecond: half(calls) })
  say(table('\ncalls at half of our own load', 'halfLoad', halfLoad))
  const halfStreams = await measurePhase(load, pair, { ...rounds, stream: true, ratePerSecond: half(streams) })
  say(table('\nstreams at half of our own load', 'halfStreams', halfStreams))
  say(['', ...remarks(streams, halfLoad)].join('\n'))
  return httpGates(calls, halfStreams)
}

const benchHttp = async (rounds: Rounds): Promise<readonly Gate[]> => {
  const upstream = await forkProgram('./upstream.ts')
  const load = await forkProgram('./load.ts')
  try {
    const targets = await startTargets(upstream.port)
    try {
      return await measureTargets(load, targets, rounds)
    } finally {
      await Promise.all(targets.map((target) => target.stop()))
    }
  } finally {
    await Promise.all([load.stop(), upstream.stop()])
  }
}

const rounds = {
  rounds: Number(options.rounds),
  seconds: Number(options.seconds),
  connections: Number(options.connections),
}
say(`Node ${process.versions.node}, ${cpus().length} cores shared by load, upstream, target and PostgreSQL`)
say(`load average before the run: ${(loadavg()[0] ?? 0).toFixed(2)} (the ratios mean little on a busy machine)`)
say(`${rounds.rounds} rounds of ${rounds.seconds} s, targets in turn, medians\n`)

const wants = (part: 'http' | 'ledger' | 'depth'): boolean => options.only === undefined || options.only === part

const gates: Gate[] = []
if (wants('http')) gates.push(...(await benchHttp(rounds)))
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
