import { setTimeout as wait } from 'node:timers/promises'
import { attacksOn } from './attacks.ts'
import { openCaller } from './call.ts'
import { endpointData } from './endpoint-data.ts'
import { sendFloods } from './floods/floods.ts'
import { holdConnections } from './held-connections.ts'
import { measureGroup, MOST_WAIT_MS } from './measure.ts'
import type { Measured } from './measure.ts'
import { openProber } from './open-prober.ts'
import { slowness } from './reference-loop.ts'
import { failures, floodTable, heldFailures, heldTable, tables } from './report.ts'
import { startTarget } from './service.ts'
import type { Target } from './service.ts'

/**
 * `npm run hostile`: starts the service, sends hostile requests to every endpoint, made from its API
 * document, and fails where one keeps another client waiting, costs more than in proportion to its size, keeps
 * memory, or brings the ledger out of balance. Loopback only; it stops by itself.
 */
const say = (text: string): void => console.log(text)

/** Caches fill, and the embedded database keeps its pages. */
const MOST_GROWTH_MB = 150
const SAMPLE_MS = 500
const SETTLE_MS = 30_000

const attack = async (target: Target): Promise<readonly Measured[]> => {
  const { endpoints, resolve } = endpointData(target.document)
  const groups = await attacksOn(target, endpoints, resolve)
  const count = groups.reduce((sum, group) => sum + group.length, 0)
  say(`${endpoints.length} endpoints, ${count} shapes, each at n and 2n`)
  const caller = openCaller(target.port)
  const prober = openProber(target.port, target.credentials.apiKey)
  const measured: Measured[] = []
  try {
    for (const group of groups) {
      measured.push(...(await measureGroup({ caller, prober }, group)))
      if (!target.isAlive()) throw new Error(`the service died of: ${group[0]?.where ?? ''}`)
    }
  } finally {
    await prober.stop()
    caller.close()
  }
  return measured
}

const stall = async (target: Target): Promise<readonly string[]> => {
  const prober = openProber(target.port, target.credentials.apiKey)
  // The longest wait of a minute is compared with the slowest moment of that minute.
  let factor = slowness()
  const sampling = setInterval(() => (factor = Math.max(factor, slowness())), SAMPLE_MS)
  await prober.takeLongestMs()
  const results = await (await holdConnections(target)).letGo()
  const waitMs = await prober.takeLongestMs()
  clearInterval(sampling)
  await prober.stop()
  say(heldTable(results))
  say(
    `another client waited at most ${waitMs.toFixed(0)} ms during that time, on a machine ${factor.toFixed(1)} times as slow\n`,
  )
  const late =
    waitMs > MOST_WAIT_MS * factor ? [`another client waited ${waitMs.toFixed(0)} ms beside stalled ones`] : []
  return [...heldFailures(results), ...late]
}

const memoryReturned = async (target: Target, beforeMb: number): Promise<readonly string[]> => {
  const deadline = performance.now() + SETTLE_MS
  let afterMb = await target.inspector.usedMb()
  while (afterMb > beforeMb + MOST_GROWTH_MB && performance.now() < deadline) {
    await wait(500)
    afterMb = await target.inspector.usedMb()
  }
  say(`memory in use: ${beforeMb.toFixed(0)} MB before, ${afterMb.toFixed(0)} MB after\n`)
  return afterMb > beforeMb + MOST_GROWTH_MB ? [`${(afterMb - beforeMb).toFixed(0)} MB of memory did not return`] : []
}

const run = async (target: Target): Promise<readonly string[]> => {
  const beforeMb = await target.inspector.usedMb()
  const measured = await attack(target)
  say(tables(measured))
  const floods = await sendFloods(target)
  say(floodTable(floods))
  // Answers to floods are read to their end although their clients have left: stalled clients are measured behind them.
  await memoryReturned(target, beforeMb)
  const stalled = await stall(target)
  const kept = await memoryReturned(target, beforeMb)
  const audit = await target.auditLedger()
  say(audit.text)
  return [
    ...failures(measured),
    ...floods.flatMap((flood) => flood.failures),
    ...stalled,
    ...kept,
    ...(audit.isClean ? [] : ['the ledger does not balance']),
  ]
}

const target = await startTarget()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void target.stop().then(() => process.exit(130)))
}
const startedMs = performance.now()
try {
  const failed = await run(target)
  say(failed.length === 0 ? 'every bound holds' : ['bounds that do not hold', ...failed].join('\n'))
  process.exitCode = failed.length === 0 ? 0 : 1
} catch (error) {
  say(String(error))
  process.exitCode = 1
} finally {
  say(`${((performance.now() - startedMs) / 1_000).toFixed(0)} s`)
  await target.stop()
}
