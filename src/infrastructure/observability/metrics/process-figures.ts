import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './open-metrics.ts'

const NS_PER_SECOND = 1e9

/** How often the event loop is asked whether it is late. Its figures are late by this time where it is not. */
const RESOLUTION_MS = 10

/** The figures of the process itself, under the names that dashboards for Node know. Returns how to stop. */
export const observeProcess = ({ metrics, beforeExposition }: Metrics, version: string): (() => void) => {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let before = process.cpuUsage()
  metrics.build.set(1, version, process.version)
  metrics.startTime.set(performance.timeOrigin / 1000)
  metrics.cpuUser.add(before.user / 1e6)
  metrics.cpuSystem.add(before.system / 1e6)

  const lateness = (ns: number): number =>
    Number.isNaN(ns) ? 0 : Math.max(0, ns / NS_PER_SECOND - RESOLUTION_MS / 1000)
  const observeLag = (): void => {
    metrics.lagMean.set(lateness(delay.mean))
    metrics.lagP50.set(lateness(delay.percentile(50)))
    metrics.lagP99.set(lateness(delay.percentile(99)))
    metrics.lagMax.set(lateness(delay.max))
    delay.reset()
  }
  beforeExposition(() => {
    const used = process.cpuUsage()
    metrics.cpuUser.add((used.user - before.user) / 1e6)
    metrics.cpuSystem.add((used.system - before.system) / 1e6)
    before = used
    const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
    metrics.residentMemory.set(rss)
    metrics.heapTotal.set(heapTotal)
    metrics.heapUsed.set(heapUsed)
    metrics.externalMemory.set(external)
    observeLag()
  })
  return () => delay.disable()
}
