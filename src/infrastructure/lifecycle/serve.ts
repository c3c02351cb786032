import { isLeft } from 'fp-ts/lib/Either.js'
import { EXIT_REFUSED } from '../../adapters/cli/command.ts'
import type { CommandOutput } from '../../adapters/cli/command.ts'
import { endedWithin } from '../../application/ended-within.ts'
import { cliUseCases, recordCommand } from '../container/interfaces.ts'
import { clockWatch, instance, timer } from '../container/runtime.ts'
import { outageRecovery, submitCharges } from '../container/metering.ts'
import { endOtherInstances } from '../container/instances.ts'
import { deploymentSwitches, keyLookup, sessionLookup } from '../container/persistence.ts'
import { database, limitsMode, media } from '../container/resources.ts'
import { reloadCatalog } from '../container/operators/running-catalog.ts'
import { openControl } from '../control/control-server.ts'
import { describeDataDirFailure, openDataDir } from '../data-dir/data-dir.ts'
import type { DataDirLease } from '../data-dir/data-dir.ts'
import { createDemoAccount } from '../demo/demo-account.ts'
import type { DemoAccount } from '../demo/demo-account.ts'
import { showDemoAccount } from '../demo/show-demo-account.ts'
import { describeOffer } from '../offer/describe-offer.ts'
import { httpDrain } from '../server/drain-http-server.ts'
import { expectFreeMetricsPort } from '../server/expect-free-metrics-port.ts'
import { expectFreePort } from '../server/expect-free-port.ts'
import { openHttpServer } from '../server/http-server.ts'
import type { HttpServer } from '../server/http-server.ts'
import type { Hangups } from './hangups.ts'
import { loopsBesideWorkers, loopsOfEach, loopsOfInstallation, loopsOfProcess } from './loops.ts'
import { openService } from '../container/open-service.ts'
import type { Service, ServiceDeps } from '../container/open-service.ts'
import type { Log } from '../observability/logging.ts'
import { openJournal } from '../resources/open-journal.ts'
import type { ProcessJournal } from '../resources/open-journal.ts'
import { tryObjectStore } from '../resources/open-media.ts'
import { VERSION } from '../version.ts'
import { processMetrics } from './process-metrics.ts'
import { repeat } from './repeat.ts'
import { reportedLoops } from './reported-loops.ts'
import { runOnServer } from '../commands/run-command.ts'
import { gracefulShutdown } from './shutdown.ts'
import type { Shutdown } from './shutdown.ts'
import { shutdownSteps } from './shutdown-steps.ts'

interface ServeDeps extends ServiceDeps {
  readonly out: CommandOutput
  /** Whether standard output is read by a person, not by a log collector. */
  readonly isTerminal: boolean
  readonly hangups: Hangups
}

interface Greeting {
  readonly demo: DemoAccount | null
  readonly http: HttpServer
  /** How requests are counted now. */
  readonly limits: string
}

const greet = ({ config, offer, log, out, isTerminal }: ServeDeps, { demo, http, limits }: Greeting): void => {
  const { url, listening } = http
  describeOffer(offer, config, log)
  log.info({ url, listening, version: VERSION, database: config.database.engine, limits }, 'serving')
  if (config.database.engine === 'pglite') {
    log.warn('the embedded database survives a killed process but not a power cut; set DATABASE_URL for real money')
  }
  if (demo !== null) out.stdout(showDemoAccount(demo, { dataDir: config.dataDir, baseUrl: url, isTerminal }))
}

/**
 * The start waits at most so long for charges that an earlier process left. The rest is submitted in the background.
 */
const SUBMIT_LEFT_MS = 10_000

const submitLeft = async (service: Service, journal: ProcessJournal, log: Log): Promise<void> => {
  const submitted = journal
    .submitLeft(service.get(submitCharges))
    .catch((err: unknown) => log.error({ err }, 'charges that an earlier process left could not be read'))
  await endedWithin(service.get(timer), SUBMIT_LEFT_MS, submitted)
}

const followOutages = (service: Service): void => {
  const recovery = service.get(outageRecovery)
  service.get(database).presence.listen({
    onAway: recovery.begin,
    onOtherServer: () => {
      recovery.onOtherServer()
      service.get(keyLookup).invalidate({ tag: 'everything' })
      service.get(sessionLookup).invalidate({ tag: 'everything' })
    },
    onBack: () => void recovery.end(),
  })
}

const run = async (deps: ServeDeps, lease: DataDirLease | null): Promise<Shutdown> => {
  const { config, log } = deps
  // Stops what has begun where a later part of the start fails: the caller then gives the data directory free.
  await using begun = new AsyncDisposableStack()
  const metrics = processMetrics(config.metrics, config.redisUrl !== null, log)
  const journal = openJournal(config, log)
  begun.defer(() => journal.close())
  const service = await openService({ ...deps, observation: metrics.observation, journal: journal.journal })
  begun.defer(() => service.close())
  await submitLeft(service, journal, log)
  await service.get(clockWatch).compare()
  await service.get(instance).begin()
  // An instance that cannot say so is found silent.
  begun.defer(() =>
    service
      .get(instance)
      .end()
      .catch(() => undefined),
  )
  if (lease !== null) {
    const ended = await service.get(endOtherInstances)()
    if (Object.values(ended).some((count) => count > 0))
      log.warn(ended, 'what the process before this one left open was ended')
  }
  followOutages(service)
  await service.get(deploymentSwitches).refresh()
  const demo = lease === null || config.production ? null : await createDemoAccount(service)
  const control =
    lease === null
      ? null
      : await openControl(
          lease,
          runOnServer({ useCases: service.get(cliUseCases), record: service.get(recordCommand) }),
        )
  begun.defer(() => control?.close())
  const standing = config.worker ? loopsOfInstallation(service) : loopsBesideWorkers(service, log)
  const own = [...loopsOfProcess(service), ...loopsOfEach(service)]
  const measured = await metrics.start(service, [...own, ...standing], config.worker)
  begun.defer(() => measured.close())
  const loops = reportedLoops(service, measured.loops, 'server').map((loop) => repeat(loop, log))
  begun.defer(async () => void (await Promise.all(loops.map((loop) => loop.stop()))))
  const http = await openHttpServer(service, deps)
  begun.defer(async () => void (await httpDrain(http.server).drain(0)))
  deps.hangups.reloadBy(service.get(reloadCatalog))
  void tryObjectStore(config.media, service.get(media), log)
  greet(deps, { demo, http, limits: service.get(limitsMode)() })
  const running = { lease, service, http, control, loops, journal, closeMetrics: measured.close }
  begun.move()
  return gracefulShutdown(shutdownSteps(running, deps), log)
}

/**
 * Starts serving. Returns how to stop, or the exit code when it could not begin; on the embedded database the
 * data directory is taken first.
 */
export const serve = async (deps: ServeDeps): Promise<Shutdown | typeof EXIT_REFUSED> => {
  const { config } = deps
  await expectFreePort(config.port, config.host)
  await expectFreeMetricsPort(config.metrics)
  if (config.database.engine === 'postgresql') return run(deps, null)
  const lease = await openDataDir(config.database.dataDir)
  if (isLeft(lease)) {
    deps.out.stderr(`${describeDataDirFailure(lease.left)}\n`)
    return EXIT_REFUSED
  }
  try {
    return await run(deps, lease.right)
  } catch (error) {
    lease.right.release()
    throw error
  }
}
