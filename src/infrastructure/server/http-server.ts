import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getHeapStatistics } from 'node:v8'
import { httpApp } from '../../adapters/http/app.ts'
import { isOutage } from '../../adapters/persistence/engine/is-outage.ts'
import type { Config } from '../config/config.ts'
import { admission } from '../container/admission.ts'
import { endpoints, surfaces } from '../container/interfaces.ts'
import { ids as idsToken } from '../container/runtime.ts'
import { localUrl } from '../config/local-url.ts'
import { createHttpServer } from './create-http-server.ts'
import type { Log } from '../observability/logging.ts'
import type { Service } from '../container/open-service.ts'

export interface HttpServer {
  readonly server: Server
  /** Where it can be reached, with the port it really got. */
  readonly url: string
}

/**
 * A body costs its bytes about four times while it becomes objects (chunks, one buffer, text, values), and a full
 * budget may then fill half of the heap.
 */
const BODIES_SHARE_OF_HEAP = 1 / 8

/** Serves the API on the configured address. Rejects when the port is taken. */
export const openHttpServer = async (service: Service, config: Config, log: Log): Promise<HttpServer> => {
  const ids = service.get(idsToken)
  let url = config.publicBaseUrl ?? ''
  const app = httpApp({
    endpoints: service.get(endpoints),
    surfaces,
    admission: service.get(admission),
    nextId: () => ids.next(),
    nowMs: () => performance.now(),
    recordAccess: (record) => log.info(record, 'request'),
    recordSecurity: (record) => log[record.outcome === 'ok' ? 'info' : 'warn'](record, 'security'),
    reportError: (err, requestId) => log.error({ err, requestId }, 'a request failed unexpectedly'),
    isOutage,
    baseUrl: () => url,
    isTrustedProxy: config.trustedProxies,
    reportProxy: (peer) =>
      log.warn({ peer }, 'X-Forwarded-For of this peer is ignored, since TRUST_PROXY does not name it'),
    corsOrigins: config.corsOrigins,
    bodyBytesInFlight: getHeapStatistics().heap_size_limit * BODIES_SHARE_OF_HEAP,
    isHttps: config.publicBaseUrl?.startsWith('https:') === true,
  })
  const server = createHttpServer(app.callback(), () => ids.next())
  server.listen(config.port, config.host)
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  url = config.publicBaseUrl ?? localUrl(config.host, bound)
  return { server, url }
}
