import { isRight } from 'fp-ts/lib/Either.js'
import type { Endpoint } from '../../../src/adapters/http/endpoint/endpoint.ts'
import type { Model } from '../../../src/domain/catalog/model.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import type { Environment } from '../../../src/infrastructure/config/environment-variable.ts'
import { endpoints as allEndpoints } from '../../../src/infrastructure/container/interfaces.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { openService } from '../../../src/infrastructure/container/open-service.ts'
import { catalogOf } from '../chat/catalogs.ts'
import { serveForTest } from '../http-app.ts'
import type { RunningApp } from '../http-app.ts'
import { copyTemplateDataDir } from '../processes/gateway-process.ts'

export interface ServedDocument {
  readonly endpoints: readonly Endpoint[]
  readonly app: RunningApp
  close(): Promise<void>
}

/** All endpoints of the default configuration over real HTTP, on an empty database; without a model unless given. */
export const openServedDocument = async (
  environment: Environment = {},
  models: readonly Model[] = [],
): Promise<ServedDocument> => {
  const masterKey = Buffer.alloc(32, 1).toString('base64')
  const config = loadConfig({ MASTER_KEY: masterKey, ...environment }, import.meta.dirname)
  if (!isRight(config)) throw new Error('the default configuration is refused')
  // To migrate a database takes most of the time, so it copies one where it can.
  const dataDir = await copyTemplateDataDir()
  const service = await openService({
    config: { ...config.right, database: { engine: 'pglite', dataDir: dataDir?.path ?? 'memory://' } },
    offer: {
      catalog: catalogOf({ models: new Map(models.map((model) => [model.id, model])) }),
      usable: new Map(),
      unusable: [],
      retired: [],
      payments: { providers: [], reason: null },
      version: '0',
    },
    log: createLog('silent', process.stdout),
  })
  const endpoints = service.get(allEndpoints)
  const app = await serveForTest(endpoints)
  return {
    endpoints,
    app,
    close: async () => {
      await app.close()
      await service.close()
      await dataDir?.remove()
    },
  }
}
