import { spawnSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { findProgram } from '../../test/support/processes/find-program.ts'
import { scrape } from '../../test/support/samples.ts'
import { phasesOf } from './cases.ts'
import type { Case } from './case.ts'
import type { Lane } from './cases.ts'
import { startInstallation } from './installation.ts'
import type { Installation } from './installation.ts'
import { startPrometheus } from './prometheus.ts'
import type { TrialPrometheus } from './prometheus.ts'
import { alertNamesIn, readShortRules, RULES_FILE } from './rules.ts'

/**
 * `npm run alerts`: runs a server and a worker under load beside a real Prometheus with the shipped rules, brings about
 * the cause of every alert, and fails where one does not fire, or does not end with its cause. Loopback only; it stops
 * by itself.
 */
const say = (text: string): void => console.log(text)

/** A machine that does other work takes several times the usual time. */
const TIMEOUT_MS = 240_000
const LOOK_EVERY_MS = 500

interface Verdict {
  readonly alert: string
  readonly title: string
  readonly firedMs: number | null
  readonly endedMs: number | null
}

/** How long it takes until all of these fire, or until none does; null where that never comes. */
const until = async (prometheus: TrialPrometheus, alert: string, fires: boolean): Promise<number | null> => {
  const startedMs = performance.now()
  while (performance.now() - startedMs < TIMEOUT_MS) {
    if ((await prometheus.firing()).has(alert) === fires) return performance.now() - startedMs
    await wait(LOOK_EVERY_MS)
  }
  return null
}

const seconds = (ms: number | null): string => (ms === null ? 'never' : `after ${(ms / 1000).toFixed(0)} s`)

const runCase = async (prometheus: TrialPrometheus, each: Case): Promise<readonly Verdict[]> => {
  const { title, alerts, quiet = [], begin } = each
  const end = await begin()
  const fired = await Promise.all(alerts.map((alert) => until(prometheus, alert, true)))
  const firing = await prometheus.firing()
  const wrong = quiet.filter((alert) => firing.has(alert))
  for (const alert of wrong) say(`  ${alert}: ${title}; fired, and must not`)
  await end()
  const ended = await Promise.all(alerts.map((alert) => until(prometheus, alert, false)))
  const verdicts = alerts.map((alert, index): Verdict => {
    const verdict = { alert, title, firedMs: fired[index] ?? null, endedMs: ended[index] ?? null }
    say(`  ${alert}: ${title}; fired ${seconds(verdict.firedMs)}, ended ${seconds(verdict.endedMs)}`)
    return verdict
  })
  return [...verdicts, ...wrong.map((alert) => ({ alert, title, firedMs: null, endedMs: null }))]
}

const runLane = async (prometheus: TrialPrometheus, lane: Lane): Promise<readonly Verdict[]> => {
  const verdicts: Verdict[] = []
  for (const each of lane) verdicts.push(...(await runCase(prometheus, each)))
  return verdicts
}

/** promtool's own words about the rules and about what both processes serve; empty where it finds no fault. */
const faultsOf = async (promtool: string, installation: Installation): Promise<string> => {
  const check = (argv: readonly string[], input = ''): string => {
    const { status, stdout, stderr } = spawnSync(promtool, argv, { input, encoding: 'utf8' })
    return status === 0 ? '' : `${stdout}${stderr}`
  }
  const { server, worker } = installation.addresses
  const served = await Promise.all([server, worker].map((address) => scrape(`http://${address}/metrics`)))
  return [check(['check', 'rules', RULES_FILE]), ...served.map((text) => check(['check', 'metrics'], text))].join('')
}

const trial = async (program: string, promtool: string): Promise<boolean> => {
  const rules = await readShortRules()
  const installation = await startInstallation()
  let prometheus: TrialPrometheus | null = null
  try {
    const faults = await faultsOf(promtool, installation)
    if (faults !== '') say(faults)
    const targets = (['server', 'worker'] as const).map((role) => ({ role, address: installation.addresses[role] }))
    prometheus = await startPrometheus(program, rules, targets)
    const verdicts: Verdict[] = []
    for (const lanes of phasesOf(installation)) {
      const running = prometheus
      verdicts.push(...(await Promise.all(lanes.map((lane) => runLane(running, lane)))).flat())
    }
    const untried = alertNamesIn(rules).filter((name) => !verdicts.some(({ alert }) => alert === name))
    for (const name of untried) say(`  ${name}: was not tried`)
    const failed = verdicts.filter(({ firedMs, endedMs }) => firedMs === null || endedMs === null)
    say(
      `${verdicts.length - failed.length} alerts fired and ended, ${failed.length} did not, ${untried.length} untried`,
    )
    return faults === '' && failed.length === 0 && untried.length === 0
  } finally {
    await prometheus?.close()
    await installation.close()
  }
}

const program = findProgram(['prometheus'])
const promtool = findProgram(['promtool'])
if (program === null || promtool === null) {
  say('the trial needs prometheus and promtool on the PATH (Debian: apt-get install prometheus)')
  process.exit(1)
}
const startedMs = performance.now()
const isWell = await trial(program, promtool)
say(`${((performance.now() - startedMs) / 1000).toFixed(0)} s`)
process.exit(isWell ? 0 : 1)
