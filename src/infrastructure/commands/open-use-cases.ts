import type { CliUseCases } from '../../adapters/cli/commands.ts'
import type { Config } from '../config/config.ts'
import type { Environment } from '../config/environment-variable.ts'
import { cliUseCases, recordOperation } from '../container/interfaces.ts'
import { openService } from '../container/open-service.ts'
import type { Log } from '../observability/logging.ts'
import { readOffer } from '../offer/offer.ts'
import { requireOffer } from '../offer/require-offer.ts'
import type { RecordOperation } from './record-operation.ts'

/** What one command on the database needs. */
export interface OpenUseCases {
  readonly useCases: CliUseCases
  readonly record: RecordOperation
  close(): Promise<void>
}

/** Opens the database for one command. Makes none where there is none. */
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
    makesDatabase: false,
  })
  return {
    useCases: service.get(cliUseCases),
    record: service.get(recordOperation),
    close: () => service.close(),
  }
}
