import { isRight } from 'fp-ts/lib/Either.js'
import type { Endpoint } from '../../../src/adapters/http/endpoint/endpoint.ts'
import { loadConfig } from '../../../src/infrastructure/config/config.ts'
import { endpoints as allEndpoints } from '../../../src/infrastructure/container/interfaces.ts'
import { createLog } from '../../../src/infrastructure/observability/logging.ts'
import { openService } from '../../../src/infrastructure/container/open-service.ts'
import { catalogOf } from '../chat/catalogs.ts'
import { serveForTest } from '../http-app.ts'
import type { RunningApp } from '../http-app.ts'

export interface ServedDocument {
  readonly endpoints: readonly Endpoint[]
  readonly app: RunningApp
  close(): Promise<void>
}

/** All endpoints of the default configuration over real HTTP, on a database in memory and without a model. */
export const openServedDocument = async (): Promise<ServedDocument> => {
  const config = loadConfig({ MASTER_KEY: Buffer.alloc(32, 1).toString('base64') }, import.meta.dirname)
  if (!isRight(config)) throw new Error('the default configuration is refused')
  const service = await openService({
    config: { ...config.right, database: { engine: 'pglite', dataDir: 'memory://' } },
    offer: {
      catalog: catalogOf(),
      usable: new Map(),
      unusable: [],
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
    },
  }
}
