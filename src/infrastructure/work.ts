import { loopsOfInstallation } from './loops.ts'
import { openService, type ServiceDeps } from './open-service.ts'
import { repeat } from './repeat.ts'
import { gracefulShutdown, type Shutdown } from './shutdown.ts'

/** Time for a letter, or a film that is being taken in; what does not end in it is begun anew by the next worker. */
const STOP_LOOPS_MS = 30_000

/** The longest interval there is. */
const FOREVER_MS = 2 ** 31 - 1

/**
 * Does what the installation needs done, and serves nothing. It takes no calls, so it holds no money and claims no
 * key of its own: a worker that is killed leaves nothing behind that anybody would have to end.
 */
export const work = async ({ config, offer, log }: ServiceDeps): Promise<Shutdown> => {
  const service = await openService({ config, offer, log, makesDatabase: false })
  // Waiting loops keep no process alive, and there is no port that would.
  const awake = setInterval(() => undefined, FOREVER_MS)
  const loops = loopsOfInstallation(service).map((loop) => repeat(loop, log))
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
      { name: 'close connections', timeoutMs: 10_000, run: () => service.close() },
      { name: 'let go of the process', timeoutMs: 1_000, run: () => clearInterval(awake) },
    ],
    log,
  )
}
