import type { MetricsConfig } from '../config/config.ts'
import { auditLedger } from '../container/billing.ts'
import { circuits, reservationBook, settlements } from '../container/metering.ts'
import type { Service } from '../container/open-service.ts'
import { clockWatch } from '../container/runtime.ts'
import { database, ledger, limitsMode } from '../container/resources.ts'
import type { Log } from '../observability/logging.ts'
import { openMeasuring, UNOBSERVED } from '../observability/metrics/observation.ts'
import type { Measuring, Observation } from '../observability/metrics/observation.ts'
import { observeProcess } from '../observability/metrics/process-figures.ts'
import { observeState } from '../observability/metrics/state-figures.ts'
import { openMetricsServer } from '../server/metrics-server.ts'
import { VERSION } from '../version.ts'
import { measuredLoop } from './measured-loop.ts'
import { auditLoop, paidTopUpsLoop, standingFiguresLoop } from './metrics-loops.ts'
import type { Loop } from './repeat.ts'

interface RunningMetrics {
  /** These loops, measured, and those that read figures. */
  readonly loops: readonly Loop[]
  close(): Promise<void>
}

/** How one process is measured, from before its service is opened until after it is closed. */
interface ProcessMetrics {
  readonly observation: Observation
  /** Serves the metrics of the service; `isStanding`: the process does the work of the whole installation. */
  start(service: Service, loops: readonly Loop[], isStanding: boolean): Promise<RunningMetrics>
}

const UNMEASURED: ProcessMetrics = {
  observation: UNOBSERVED,
  start: async (_service, loops) => ({ loops, close: async () => undefined }),
}

const readingLoops = (measuring: Measuring, service: Service, config: MetricsConfig, log: Log, isStanding: boolean) => {
  const { metrics, paid } = measuring
  const { db, longWork } = service.get(database)
  const deps = { figures: metrics.metrics, db, nowMs: Date.now }
  const { giveUp } = longWork
  const audit = { ...deps, auditLedger: service.get(auditLedger), giveUp, everyMinutes: config.auditEveryMinutes, log }
  return [
    paidTopUpsLoop({ ...deps, paid }),
    ...(isStanding ? [standingFiguresLoop(deps)] : []),
    ...(isStanding && config.auditEveryMinutes > 0 ? [auditLoop(audit)] : []),
  ]
}

const isRedisUp =
  (mode: () => string): (() => boolean) =>
  () =>
    mode() === 'redis'

/** Measures this process where the configuration names a port for it. */
export const processMetrics = (config: MetricsConfig | null, hasRedis: boolean, log: Log): ProcessMetrics => {
  if (config === null) return UNMEASURED
  const measuring = openMeasuring()
  const { metrics } = measuring
  return {
    observation: measuring,
    start: async (service, loops, isStanding) => {
      const stopObserving = observeProcess(metrics, VERSION)
      observeState(metrics, {
        settlements: service.get(settlements),
        reservations: service.get(reservationBook),
        circuits: service.get(circuits),
        ledger: service.get(ledger),
        database: service.get(database),
        clocks: service.get(clockWatch),
        isRedisUp: hasRedis ? isRedisUp(service.get(limitsMode)) : null,
      })
      const report = (err: unknown): void => log.error({ err }, 'the metrics could not be written')
      const server = await openMetricsServer(() => metrics.expose(), report, config)
      log.info({ metrics: server.url }, 'serving metrics')
      const all = [...loops, ...readingLoops(measuring, service, config, log, isStanding)]
      return {
        loops: all.map(measuredLoop(metrics.metrics)),
        close: async () => {
          stopObserving()
          await server.close()
        },
      }
    },
  }
}
