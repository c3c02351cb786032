import process from 'node:process'
import type { CommandOutput } from '../../adapters/cli/command.ts'
import type { Config } from '../config/config.ts'
import { mistakesOf } from '../config/env-file.ts'
import type { Surroundings } from '../config/environment.ts'
import type { ServiceDeps } from '../container/open-service.ts'
import { placeOfDatabase } from '../failures/describe-failure.ts'
import { openLogging } from '../observability/logging.ts'
import { openTraceScope } from '../observability/tracing/trace-scope.ts'
import { openTracing } from '../observability/tracing/open-tracing.ts'
import { readOffer } from '../offer/offer.ts'
import { requireOffer } from '../offer/require-offer.ts'
import type { ReadOffer } from '../offer/running-offer.ts'
import { listenForHangups } from './hangups.ts'
import type { Hangups } from './hangups.ts'
import { serve } from './serve.ts'
import type { Shutdown } from './shutdown.ts'
import { stopOnSignals } from './stop-on-signals.ts'
import { work } from './work.ts'

/** Runs a process that goes on until a signal stops it; one that could not begin answers its exit code. */
const untilStopped = async (
  config: Config,
  surroundings: Surroundings,
  begin: (deps: ServiceDeps & { readonly hangups: Hangups }) => Promise<Shutdown | number>,
): Promise<number> => {
  const scope = config.tracing === null ? null : openTraceScope()
  const logging = openLogging(config.logLevel, scope?.logFields)
  const hangups = listenForHangups(process, process.stdout.isTTY, logging.log)
  logging.log.info(
    { database: placeOfDatabase(config.database), node: process.version },
    'starting; the first start takes some seconds',
  )
  logging.flush()
  try {
    const { log } = logging
    const { environment } = surroundings
    const offer = await requireOffer(config, environment)
    const providerIds = [...offer.usable.keys(), ...offer.unusable.map(({ id }) => id)]
    for (const mistake of mistakesOf(surroundings, providerIds)) log.warn(mistake)
    const tracing = config.tracing === null || scope === null ? null : await openTracing(config.tracing, scope, log)
    const readAgain: ReadOffer = () => readOffer(config, environment, Date.now())
    const begun = await begin({ config, offer, readOffer: readAgain, log, tracing, hangups })
    if (typeof begun === 'number') return begun
    return await new Promise<number>((resolveExit) => stopOnSignals(process, begun, resolveExit))
  } finally {
    logging.flush()
  }
}

/** Serves until a signal stops it. Answers the exit code. */
export const serveUntilStopped = (config: Config, surroundings: Surroundings, out: CommandOutput): Promise<number> =>
  untilStopped(config, surroundings, (deps) => serve({ ...deps, out, isTerminal: process.stdout.isTTY }))

/**
 * Does the standing work until a signal stops it. Answers the exit code. Requests alone are traced: a worker has none.
 */
export const workUntilStopped = (config: Config, surroundings: Surroundings): Promise<number> =>
  untilStopped({ ...config, tracing: null }, surroundings, work)
