import type { OpenUseCases } from '../commands/run-command.ts'
import type { Config } from '../config/config.ts'
import type { Environment } from '../config/environment-variable.ts'
import { cliUseCases, recordCommand } from './interfaces.ts'
import { openService } from './open-service.ts'
import type { Log } from '../observability/logging.ts'
import { readOffer } from '../offer/offer.ts'
import { requireOffer } from '../offer/require-offer.ts'

/** Opens the database for one command, which finds it as this release has it or is refused. */
export const openUseCases = async (
  config: Config,
  environment: Environment,
  log: Log,
  usesKeys: boolean,
): Promise<OpenUseCases> => {
  const service = await openService({
    config,
    offer: await requireOffer(config, environment),
    readOffer: () => readOffer(config, environment, Date.now()),
    log,
    usesKeys,
    migrates: 'none',
  })
  return {
    useCases: service.get(cliUseCases),
    record: service.get(recordCommand),
    close: () => service.close(),
  }
}
