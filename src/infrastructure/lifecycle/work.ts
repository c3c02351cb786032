import { reloadCatalog } from '../container/operators/running-catalog.ts'
import { loopsOfEach, loopsOfInstallation } from './loops.ts'
import { media } from '../container/resources.ts'
import { clockWatch } from '../container/runtime.ts'
import { openService } from '../container/open-service.ts'
import type { ServiceDeps } from '../container/open-service.ts'
import { expectFreeMetricsPort } from '../server/expect-free-metrics-port.ts'
import { tryObjectStore } from '../resources/open-media.ts'
import type { Hangups } from './hangups.ts'
import { processMetrics } from './process-metrics.ts'
import { repeat } from './repeat.ts'
import { reportedLoops } from './reported-loops.ts'
import { gracefulShutdown } from './shutdown.ts'
import type { Shutdown } from './shutdown.ts'

/**
 * Time for a mail that is being sent or a video that is being stored. The next worker starts again what does not end.
 */
const STOP_LOOPS_MS = 30_000

/** The longest interval there is. */
const FOREVER_MS = 2 ** 31 - 1

/**
 * Does the work of the installation and serves no request. A worker takes no calls, so it places no hold and claims no
 * key: one that is killed leaves nothing open.
 */
export const work = async (deps: ServiceDeps & { readonly hangups: Hangups }): Promise<Shutdown> => {
  const { config, log } = deps
  await expectFreeMetricsPort(config.metrics)
  // Stops what has begun where a later part of the start fails.
  await using begun = new AsyncDisposableStack()
  const metrics = processMetrics(config.metrics, config.redisUrl !== null, log)
  const service = await openService({ ...deps, migrates: 'older', observation: metrics.observation })
  begun.defer(() => service.close())
  await service.get(clockWatch).compare()
  const measured = await metrics.start(service, [...loopsOfEach(service), ...loopsOfInstallation(service)], true)
  begun.move()
  const loops = reportedLoops(service, measured.loops, 'worker').map((loop) => repeat(loop, log))
  // Waiting loops keep no process alive, and there is no port that would.
  const awake = setInterval(() => undefined, FOREVER_MS)
  deps.hangups.reloadBy(service.get(reloadCatalog))
  void tryObjectStore(config.media, service.get(media), log)
  log.info({ database: config.database.engine }, 'working')
  return gracefulShutdown(
    [
      {
        name: 'stop loops',
        timeoutMs: STOP_LOOPS_MS,
        run: async () => {
          await Promise.all(loops.map((loop) => loop.stop()))
        },
      },
      { name: 'close the metrics', timeoutMs: 1_000, run: measured.close },
      { name: 'close connections', timeoutMs: 10_000, run: () => service.close() },
      { name: 'let go of the process', timeoutMs: 1_000, run: () => clearInterval(awake) },
    ],
    log,
  )
}
